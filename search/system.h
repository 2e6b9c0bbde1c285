// What a search walks through: a system that is in one state at a time and says which steps can be
// taken there. Nets and C++ systems are behind it; the search knows neither.
//
// Life: one System per worker; those of one search are alike.
// Invariants that a System keeps:
//  1. Restart() and the same choices lead to the same state, with the same options in the same
//     order, in every System of the search;
//  2. equal states have equal keys, unequal ones have different keys but for an accident of 128
//     bits.
// Thread safety: none.
// Source: Killian, Anderson, Jhala, Vahdat, "Life, death, and the critical transition" (NSDI 2007),
// section 3: state, step, execution.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"

namespace search {

/// Index into the ordered list of the steps that can be taken in a state.
using Choice = std::uint32_t;
/// What is chosen in an execution, step by step.
using Choices = std::vector<Choice>;
/// A bit for each property.
using Properties = std::uint64_t;
inline constexpr std::size_t kMostProperties = 63;
/// Of no property: a walk that waits for it goes on to its end.
inline constexpr Properties kNever = Properties{1} << kMostProperties;

struct StateKey {
  std::uint64_t high = 0, low = 0;
  auto operator<=>(const StateKey&) const = default;
};

/// Whether a liveness property can still come to hold.
enum class Fate : std::uint8_t {
  kRecovers,  ///< some continuation comes to where it holds
  kDead,      ///< none does
  kOpen,      ///< not known: too many states follow
};

/// What runs that go on for ever owe an action: to be taken, when it can be taken all along (weak),
/// or again and again (strong).
enum class Fairness : std::uint8_t { kNone, kWeak, kStrong };

class System {
 public:
  virtual ~System() = default;

  /// To where every execution begins.
  virtual void Restart() = 0;
  /// How many steps can be taken; 0: an execution ends here.
  virtual std::uint32_t Options() = 0;
  /// One of the steps, each as likely as its weight says; nothing when the weights of all are 0.
  virtual std::optional<Choice> Pick(base::Random& random) = 0;
  /// Requires choice < Options().
  virtual void Take(Choice choice) = 0;
  /// The liveness properties whose condition holds here.
  virtual Properties Live() = 0;
  /// The safety properties that are violated in this execution.
  virtual Properties Violated() = 0;
  virtual StateKey Key() = 0;

  /// What fairness speaks of: steps of one label are the same action, as binding elements of one
  /// transition. Requires choice < Options().
  virtual std::uint32_t LabelOf(Choice choice) { return choice; }
  /// What the system itself says is owed to the steps of a label that LabelOf() gave.
  virtual Fairness OwedTo(std::uint32_t label) {
    static_cast<void>(label);
    return Fairness::kNone;
  }

  /// What is known of the property from here when at most so many states are looked at; of
  /// kRecovers the choices that lead there are added to `recovery`. A system that cannot look says
  /// kOpen.
  virtual Fate FateOf(std::size_t property, std::uint64_t states, Choices& recovery) {
    static_cast<void>(property);
    static_cast<void>(states);
    static_cast<void>(recovery);
    return Fate::kOpen;
  }
};

/// Takes all of them from the start.
inline void Replay(System& system, const Choices& choices) {
  system.Restart();
  for (const Choice choice : choices) system.Take(choice);
}

}  // namespace search
