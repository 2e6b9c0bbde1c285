// The arcs of a space that ranks share, each with the rank that owns its target: what goes from a
// marking back to those before it.
//
// Invariant: only what can be reached from the initial marking, along arcs that are followed, is
// there. 8 bytes for each own marking, 8 for each arc into one.
// Plain data.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/distributed/rank.h"
#include "generator/together/observed_labels.h"

namespace generator {

struct IncomingArc {
  std::uint32_t source = 0;  ///< a marking of RankIn(label), by its number there
  std::uint32_t label = 0;   ///< WithRank()
};

struct IncomingArcs {
  struct Outgoing {
    std::uint32_t source = 0;
    std::uint32_t label = 0;
  };

  std::vector<std::uint64_t> first_arc{0};  ///< by own marking, and the number of arcs
  std::vector<IncomingArc> arcs;
  std::vector<std::uint32_t> followed;  ///< by own marking, how many arcs go on from it
  std::vector<bool> is_there;           ///< by own marking
  std::vector<Outgoing> leading_out;    ///< arcs of own markings that lead out

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_arc.size() - 1); }
  std::span<const IncomingArc> Into(std::uint32_t node) const {
    return {arcs.data() + first_arc[node], arcs.data() + first_arc[node + 1]};
  }
};

/// Collective, after the exploration. The labels are those of each rank itself. Throws as
/// Rank::TogetherWalk().
IncomingArcs TogetherFindIncoming(cpn::distributed::Rank& rank, ObservedLabels& labels);
/// The labels become those that all ranks know.
void UseLabels(const LabelsOfRanks& labels, unsigned ranks, IncomingArcs& arcs);

}  // namespace generator
