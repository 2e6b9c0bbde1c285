// Canonical numbers for an explored graph: whatever order workers found the nodes in, the result
// is that of one worker who takes nodes and binding elements in their order.
// Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"

namespace cpn::explore {

/// Sorts the arcs out of every node in Engine::Enabled order and renumbers the nodes breadth first
/// along them. `levels`: first node of every breadth-first level, then their number; a level's
/// nodes keep the level's numbers, so that it is done in place, level by level. `first_arc` is the
/// CSR of the nodes that are expanded, which are whole levels. Returns, by new number, the old one.
std::vector<NodeId> MakeCanonical(const Engine& engine, std::span<const NodeId> levels,
                                  std::vector<std::uint64_t>& first_arc, std::span<StateArc> arcs);

}  // namespace cpn::explore
