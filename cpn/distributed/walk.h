// What a Rank remembers of a walk along all arcs (Rank::TogetherWalk). Internal to
// cpn/distributed/.
//
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/distributed/arc_visitor.h"
#include "cpn/distributed/bytes.h"

namespace cpn::distributed {

struct Walk {
  struct Buffered {
    LeavingArc arc;
    NodeId source = 0;
    std::uint32_t number = 0;
  };

  ArcVisitor* visitor = nullptr;
  std::vector<bool> met;                // by own marking
  std::vector<NodeId> next;             // those met in this level
  std::vector<LeavingArc> leaving;      // of the marking that is being left
  std::vector<Buffered> buffered;       // by record that the expander has buffered
  std::vector<ByteWriter> going_along;  // by rank, with the records that wait to be sent

  void Arrive(NodeId node, const ArrivingArc& arc) {
    if (!met[node]) {
      met[node] = true;
      next.push_back(node);
    }
    visitor->Arrive(node, arc);
  }
};

}  // namespace cpn::distributed
