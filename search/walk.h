// A walk: steps by chance, with weights, until all that is looked for has come to hold.
//
// Thread safety: as the System.
// Source: NSDI 2007, section 3.2 (random walks, bias).
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "search/system.h"

namespace search {

/// What a search has random numbers for.
enum class Purpose : std::uint64_t {
  kCalibration = 0,
  kWalk = 1,
  kCritical = 2,  ///< of property 0; those of the others follow
  kBeginning = 100,
  kLiveRun = 101,
  kLasso = 102,
};

/// Names the random numbers of a walk: walks of different names have nothing in common, and a walk
/// is the same whoever does it.
struct WalkName {
  std::uint64_t seed = 1;
  Purpose purpose = Purpose::kWalk;
  std::uint64_t point = 0;  ///< where it begins
  std::uint64_t walk = 0;   ///< number of the walk from there
};
base::Random RandomOf(const WalkName& name);

enum class WalkEnd : std::uint8_t {
  kLive,    ///< all properties have held
  kUnsafe,  ///< a safety property is violated
  kAtEnd,   ///< no step can be taken
  kStuck,   ///< the weights of all steps are 0
  kLong,    ///< it has as many steps as it may have
};

struct Walk {
  WalkEnd end = WalkEnd::kLong;
  std::uint64_t steps = 0;
  Properties unmet = 0;     ///< have not held, since the walk began, or for the temperature
  Properties violated = 0;  ///< of kUnsafe
};

/// What ends a walk, besides its length.
struct WalkGoals {
  Properties unmet = 0;    ///< liveness properties: when all have held
  Properties watched = 0;  ///< safety properties: when one is violated
  /// More than 0: a liveness property that has held does not end the walk; one that has not held
  /// for so many steps does, and so one that does not hold when no step can be taken. A walk that
  /// ends otherwise is live.
  std::uint64_t temperature = 0;
};

/// Walks from where the system is, at most `most` steps; where the walk begins counts, too.
/// `record`: the choices made are added to it; may be null.
Walk WalkOn(System& system, base::Random random, const WalkGoals& goals, std::uint64_t most,
            Choices* record = nullptr);

}  // namespace search
