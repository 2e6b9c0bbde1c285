// What both methods of generation yield: test cases before normalisation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/observation_table.h"

namespace generator {

/// Observations as they were made; ids are those of RawCases::observations.
using RawCase = std::vector<ObservationId>;

struct RawCases {
  ObservationTable observations;      ///< values are of the ValueStore of the model that generated
  std::vector<RawCase> cases;         ///< distinct, in no particular order
  std::uint64_t runs = 0;             ///< simulations
  std::uint64_t unfinished_runs = 0;  ///< simulations that the step limit ended
  std::uint64_t states = 0;           ///< nodes and arcs of the state space
  std::uint64_t arcs = 0;
  /// What the nodes stand for when each is an orbit: markings. Nothing: each is a marking, or the
  /// number does not fit.
  std::optional<std::uint64_t> markings;
  std::uint64_t endless_components = 0;  ///< see PathCases
  std::uint64_t enabled = 0;  ///< of a reduced space: enabled binding elements, fired or not
  /// Why a reduction that was asked for was not used; empty: it was, or none was asked for.
  std::string unreduced;
};

}  // namespace generator
