// The state space report by the definitions, on all pairs of nodes: who reaches whom is computed
// first, and all the rest is read off it. No components, no searches.
//
// Source: Jensen & Kristensen (2009), ch. 7 and 9.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/reference/net.h"

namespace reference {

struct PlaceBounds {
  std::uint64_t upper = 0;
  std::uint64_t lower = 0;
  Bag upper_bag;
  Bag lower_bag;
};

struct Report {
  std::size_t scc_nodes = 0;
  std::size_t scc_arcs = 0;
  std::vector<PlaceBounds> bounds;  ///< by place
  std::vector<std::size_t> home;    ///< nodes
  std::vector<std::size_t> dead;    ///< nodes
  std::vector<std::size_t> dead_transitions;
  std::vector<std::size_t> live_transitions;
  bool infinite_sequences = false;
  std::vector<std::string> fairness;  ///< by transition: impartial, fair, just or none
};

/// Requires at least one place.
Report MakeReport(const StateSpace& space, std::size_t transitions);

}  // namespace reference
