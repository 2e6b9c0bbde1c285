// Lassos: walks that come back to a state they have been in, without the condition in between. Such
// a circle can go on for ever; where it is fair, that is a livelock and no dead state is needed.
//
// How it works: a walk goes on behind where the condition holds, and remembers the states since
// then. When it meets one of them again, the circle is all that came since the first time it was
// there, so that it only grows; it is fair or not by the labels of its steps: what can be taken all
// along the circle (weak fairness), or anywhere on it (strong fairness), is taken on it. An unfair
// circle is walked on from.
//
// Invariants: what is found depends on seed and options, not on the number of workers; states are
// taken for equal by their 128-bit keys.
// Thread safety: as Crew.
// Source: Mudduluru et al., "Lasso detection using partial-state caching" (FMCAD 2017), here with
// whole states; fairness: Francez, "Fairness" (1986).
#pragma once

#include <cstdint>
#include <optional>

#include "search/crew.h"
#include "search/system.h"

namespace search {

/// Whom circles must be fair to: to what the system says, to nobody, or to every action at least
/// weakly, or strongly.
enum class FairnessMode : std::uint8_t { kDeclared, kNone, kWeak, kStrong };

struct LassoOptions {
  std::uint64_t seed = 1;
  std::size_t property = 0;
  FairnessMode fairness = FairnessMode::kWeak;
  std::uint64_t walks = 1'000;
  std::uint64_t most_steps = 10'000;  ///< of a walk
  /// Only walks whose number, less one, is `shard` modulo `shards`.
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
};

struct Lasso {
  Choices choices;         ///< the last one leads back
  std::uint64_t loop = 0;  ///< to the state after so many of them
  std::uint64_t walk = 0;  ///< its number, from 1
};

/// That of the lowest walk that has one.
std::optional<Lasso> FindLasso(Crew& crew, const LassoOptions& options);

}  // namespace search
