#include "cpn/explore/cycles.h"

#include <vector>

#include "cpn/explore/strong_components.h"

namespace cpn {

Cycles CyclesOf(const StateSpace& space) {
  const Components components = FindComponents(space);
  std::vector<bool> cycles(components.count, false);
  std::vector<bool> left(components.count, false);
  for (NodeId node = 0; node < space.nodes(); ++node) {
    const std::uint32_t component = components.of_node[node];
    for (const StateArc& arc : space.Out(node)) {
      const bool inside = components.of_node[arc.target] == component;
      (inside ? cycles : left)[component] = true;
    }
  }
  Cycles found = Cycles::kNone;
  for (std::uint32_t component = 0; component < components.count; ++component) {
    if (!cycles[component]) continue;
    if (!left[component]) return Cycles::kEndless;
    found = Cycles::kLeft;
  }
  return found;
}

bool KeepsAllRuns(const Engine& engine, Cycles cycles) {
  if (cycles == Cycles::kLeft) return engine.PriorityGroups().size() == 1;
  return cycles == Cycles::kNone;
}

}  // namespace cpn
