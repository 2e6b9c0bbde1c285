// What checking a property yields: plain data.
//
// Invariants:
//  1. kHolds and kViolated are sure, also when the exploration met a limit.
//  2. Evidence has been replayed on the engine: every step was enabled, priorities respected; a
//     loop comes back to its marking; a path that ends dead ends in a dead marking.
//  3. Nothing but the times depends on the number of workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"
#include "cpn/values/error.h"

namespace cpn::ctl {

enum class Verdict : std::uint8_t {
  kHolds,
  kViolated,
  kUnknown,  ///< a limit was met before the answer was sure
};

/// Why the path of an evidence goes where it goes: "here the operand of INV is false".
struct Milestone {
  std::size_t steps = 0;  ///< this many steps have occurred
  std::string text;
  SourceLocation where;  ///< of the formula that it speaks of
};

/// A run from the initial marking that shows why a verdict is what it is. Shortest where the
/// formula asks for reachability.
struct Evidence {
  bool witness = false;  ///< of kHolds; otherwise a counterexample to kViolated
  std::vector<BindingElementId> steps;
  /// A lasso: after the last step the run goes on with steps[*loop], for ever; *loop <
  /// steps.size().
  std::optional<std::size_t> loop;
  bool ends_dead = false;             ///< the run is maximal since its last marking is dead
  std::vector<Milestone> milestones;  ///< by steps
};

struct Note {
  enum class Kind : std::uint8_t {
    kInitialMarkingDead,     ///< the state space has no arcs
    kLeftSideNeverHolds,     ///< of an implication under INV, in any reachable marking
    kPlaceNeverMarked,       ///< though the property reads it
    kTransitionNeverOccurs,  ///< though the property names it (with these values)
    kDependsOnDeadMarkings,  ///< infinite-path CTL would say otherwise
    kFlattened,              ///< the evidence is the main path of a tree
  };
  Kind kind = Kind::kInitialMarkingDead;
  std::string text;      ///< a sentence without its full stop
  SourceLocation where;  ///< what it speaks of; line 0 when it is no part of the model's text
  /// The verdict holds for want of cases: what the first four kinds mean.
  bool vacuous() const { return kind <= Kind::kTransitionNeverOccurs; }
};

/// The field's name for `kind`, for JSON: "left_side_never_holds".
std::string_view NameOf(Note::Kind kind);
/// "holds", "violated", "unknown".
std::string_view NameOf(Verdict verdict);

struct Result {
  std::string property;
  SourceLocation where;
  Verdict verdict = Verdict::kUnknown;
  std::optional<Evidence> evidence;  ///< nothing when no single run can show the verdict
  std::vector<Note> notes;
  double seconds = 0;  ///< of labelling and evidence, for this property alone
  /// The exploration, which all properties of one Check() share.
  std::uint64_t states = 0;
  std::uint64_t arcs = 0;
  double exploration_seconds = 0;
  ExplorationEnd end = ExplorationEnd::kComplete;  ///< kStopped: all answers were known
  Growth growth;                                   ///< no places unless a limit ended it
  bool on_the_fly = false;                         ///< no property needed the whole space
};

}  // namespace cpn::ctl
