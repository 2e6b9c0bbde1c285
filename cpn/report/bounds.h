// Boundedness properties: how many tokens, and which, a place holds at most and at least.
//
// Best integer bounds count tokens. The best upper (lower) multi-set bound has, for each colour,
// the largest (smallest) coefficient of any reachable marking; no marking needs to have them all at
// once. Thread safety: as the engine. Source: Jensen & Kristensen (2009), ch. 7 and 9.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/exploration.h"

namespace cpn::report {

struct PlaceBounds {
  std::uint64_t upper = 0;
  std::uint64_t lower = 0;
  MultiSet upper_multi_set;
  MultiSet lower_multi_set;
};

/// By place, over the markings 0 to `nodes` - 1, at least one; `marking_of` knows them.
std::vector<PlaceBounds> FindBounds(const Engine& engine, NodeId nodes,
                                    const std::function<MultiSet(NodeId, PlaceId)>& marking_of);

/// Of one place over several sets of markings, at least one, from its bounds over each.
PlaceBounds BoundsOfAll(MultiSetStore& multisets, std::span<const PlaceBounds> parts);

}  // namespace cpn::report
