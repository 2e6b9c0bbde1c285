// The state space as a graph whose arcs carry transition instances: what the analyses of
// components, liveness and fairness look at.
//
// Invariant: nodes and arcs are those of the StateSpace, in its order.
// Thread safety: immutable; the space and the engine must outlive it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::report {

class LabelledGraph {
 public:
  LabelledGraph(const Engine& engine, const StateSpace& space) : space_(space) {
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

  NodeId nodes() const { return static_cast<NodeId>(space_.nodes()); }
  std::size_t transitions() const { return transitions_; }
  std::span<const StateArc> Out(NodeId node) const { return space_.Out(node); }
  TransitionId TransitionOf(const StateArc& arc) const { return transition_of_[arc.element]; }

 private:
  const StateSpace& space_;
  std::size_t transitions_ = 0;
  std::vector<bool> known_;                  // by binding element: does an arc carry it?
  std::vector<TransitionId> transition_of_;  // by binding element
};

}  // namespace cpn::report
