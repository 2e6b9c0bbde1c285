// Which infinite paths are fair: those on which nobody is left out for ever who should not be.
//
// A constraint stands for a transition of the net, or for those of its binding elements that have
// certain values of some variables (Fairness::apart). It is enabled in a marking when some of its
// binding elements is, priorities respected, and taken by an arc that is one of them. A path is
// fair when it ends in a dead marking, or when each constraint that is enabled all along from some
// point on (weak), or again and again (strong), is taken again and again.
//
// Each finite path can be continued to a fair one (machine closure: take what has waited longest,
// again and again), so that fairness changes nothing for operators that look at beginnings of paths
// only: POS, INV, EXIST_UNTIL, and those of one step. EV, ALONG and FORALL_UNTIL speak of fair
// paths.
//
// Thread safety: reading from any thread.
// Sources: Emerson & Lei, "Modalities for model checking" (1987); Lichtenstein & Pnueli, "Checking
// that finite state concurrent programs satisfy their linear specification" (1985), for the
// components; Apt, Francez & Katz, "Appraising fairness in languages for distributed programming"
// (1988), for machine closure.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/bits.h"
#include "cpn/ctl/graph.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::ctl {

/// Which fairness counts: that of the model's transitions, none at all, or weak or strong fairness
/// of every transition, each all its binding elements together, beside what the model says.
enum class FairnessMode : std::uint8_t { kDeclared, kNone, kWeak, kStrong };

using ConstraintId = std::uint32_t;
constexpr ConstraintId kNoConstraint = std::numeric_limits<ConstraintId>::max();

/// Whom runs owe what, by the binding elements that occur in a state space.
///
/// Invariant: constraints are numbered by the first arc that takes them, so that their order
/// depends on the model alone; those that no arc takes are never enabled and are left out.
class FairnessConstraints {
 public:
  /// No constraint: all paths are fair.
  FairnessConstraints() = default;
  FairnessConstraints(const Engine& engine, const StateSpace& space, FairnessMode mode);

  bool empty() const { return constraints_.empty(); }
  std::size_t size() const { return constraints_.size(); }
  bool IsStrong(ConstraintId constraint) const { return constraints_[constraint].strong; }
  /// The constraint that an occurrence of `element` takes; kNoConstraint, too, of kNoElement.
  ConstraintId Of(BindingElementId element) const {
    return element < of_element_.size() ? of_element_[element] : kNoConstraint;
  }
  /// "Eat (p = 1)".
  const std::string& Text(ConstraintId constraint) const { return constraints_[constraint].text; }

 private:
  struct Constraint {
    bool strong = false;
    std::string text;
  };

  std::vector<Constraint> constraints_;
  std::vector<ConstraintId> of_element_;
};

/// The fairness that counts in `mode` for this transition.
Fairness FairnessOf(const TransitionDeclaration& transition, FairnessMode mode);

/// Parts of a graph in which a fair path can stay for ever.
///
/// A part is strongly connected by the arcs that it was made of, and the path that goes round all
/// of these for ever is fair. What a fair path goes through for ever lies in one part.
struct FairParts {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> of_node;  ///< kNone: in no part
};

/// The parts of what `arcs` keeps. Takes time linear in the graph, once more for each time that
/// leaving out where an unserved strong constraint is enabled takes a component apart.
FairParts FindFairParts(const Graph& graph, const FairnessConstraints& fairness, const Bits& arcs);

/// The constraints that a circle violates, ascending: `nodes` in order, and the element that leads
/// from each to the next.
std::vector<ConstraintId> Unserved(const Graph& graph, const FairnessConstraints& fairness,
                                   const std::vector<NodeId>& nodes,
                                   const std::vector<BindingElementId>& steps);

}  // namespace cpn::ctl
