// Who looks at the arcs of a state space that ranks share, while Rank::TogetherWalk() goes along
// them, each from the rank that owns its source to the one that owns its target.
//
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <span>

#include "cpn/engine/marking.h"
#include "cpn/explore/exploration.h"

namespace cpn::distributed {

/// An arc as it leaves its source.
struct LeavingArc {
  BindingElementId element = 0;
  std::uint32_t index = 0;  ///< among those of its source
  std::uint32_t label = 0;
  bool is_followed = true;  ///< else its target never hears of it
};

/// An arc as it arrives.
struct ArrivingArc {
  unsigned from = 0;         ///< the rank that owns its source ...
  NodeId source = 0;         ///< ... and the number of it there
  std::uint32_t number = 0;  ///< of the source, as Leave() returned it
  std::uint32_t index = 0;
  std::uint32_t label = 0;
};

class ArcVisitor {
 public:
  virtual ~ArcVisitor() = default;

  /// Are the arcs of this own marking left out? May throw ModelError.
  virtual bool IsEnd(NodeId node) = 0;
  /// The arcs of an own marking, one for each binding element that is enabled, in any order, with
  /// nothing but their elements: fills in the rest, and returns the number that goes along with
  /// them. May throw ModelError.
  virtual std::uint32_t Leave(NodeId node, std::span<LeavingArc> arcs) = 0;
  /// An arc into an own marking.
  virtual void Arrive(NodeId node, const ArrivingArc& arc) = 0;
  /// Collective, when all arcs of a level have arrived; `next` are the own markings that were
  /// reached for the first time.
  virtual void TogetherEndLevel(std::span<const NodeId> next) = 0;
};

}  // namespace cpn::distributed
