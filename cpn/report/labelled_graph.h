// The state space as a graph whose arcs carry transition instances: what the analyses of
// components, liveness and fairness look at.
//
// Invariant: nodes and arcs are those of the StateSpace, in its order; or those of arrays that
// somebody else made who has no StateSpace.
// Thread safety: immutable; the space and the engine, or the arrays, must outlive it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"
#include "cpn/net/net.h"

namespace cpn::report {

class LabelledGraph {
 public:
  LabelledGraph(const Engine& engine, const StateSpace& space) : space_(&space) {
    for (NodeId node = 0; node < space.expanded(); ++node) {
      for (const StateArc& arc : space.Out(node)) {
        if (arc.element >= known_.size()) {
          known_.resize(arc.element + 1, false);
          transition_of_.resize(arc.element + 1);
        }
        if (known_[arc.element]) continue;
        known_[arc.element] = true;
        transition_of_[arc.element] = engine.Element(arc.element).transition;
      }
    }
    transitions_ = engine.net().transitions().size();
  }

  /// Node n's arcs are those from arcs[first_arc[n]] up to, but not including,
  /// arcs[first_arc[n + 1]]; in place of an element each has its transition.
  LabelledGraph(const Net& net, std::span<const std::uint64_t> first_arc,
                std::span<const StateArc> arcs)
      : first_arc_(first_arc), arcs_(arcs), transitions_(net.transitions().size()) {
    for (TransitionId t = 0; t < transitions_; ++t) transition_of_.push_back(t);
  }

  NodeId nodes() const {
    return static_cast<NodeId>(space_ != nullptr ? space_->nodes() : first_arc_.size() - 1);
  }
  std::size_t transitions() const { return transitions_; }
  std::span<const StateArc> Out(NodeId node) const {
    if (space_ != nullptr) return space_->Out(node);
    return arcs_.subspan(first_arc_[node], first_arc_[node + 1] - first_arc_[node]);
  }
  TransitionId TransitionOf(const StateArc& arc) const { return transition_of_[arc.element]; }

 private:
  const StateSpace* space_ = nullptr;  // null: it is in the arrays
  std::span<const std::uint64_t> first_arc_;
  std::span<const StateArc> arcs_;
  std::size_t transitions_ = 0;
  std::vector<bool> known_;                  // by binding element: does an arc carry it?
  std::vector<TransitionId> transition_of_;  // by binding element
};

}  // namespace cpn::report
