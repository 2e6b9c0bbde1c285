// ASK-CTL model checking: explores a net and says of each property whether it holds in the initial
// marking, with the run that shows it.
//
// How it works: formulas become one graph of distinct subformulas (program.h), labelled bottom-up,
// one bit per marking or arc, in time linear in the state space per operator (labelling.h).
// INV and POS of plain state formulas, and boolean combinations of such, are decided while the
// space grows, and exploration stops at the first level where all is known. In a space that a limit
// cut, labels are lower and upper bounds; where these differ the verdict is kUnknown.
//
// Semantics: maximal paths, of the infinite ones only the fair ones (docs/properties.md).
// Thread safety: none; the engine's workers are the exploration's. Source: Cheng, Christensen &
// Mortensen (1997); Clarke, Emerson & Sistla (1986).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cpn/ctl/fairness.h"
#include "cpn/ctl/formula.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::ctl {

struct CheckOptions {
  /// Its visit_level is the checker's own and must be empty. With a symmetry, formulas and state
  /// functions that it does not preserve are ModelErrors (preserved.h), and evidence is a run of
  /// the net all the same.
  ExplorationOptions exploration;
  /// Exploring may end as soon as all results are known. Otherwise it goes as far as the limits
  /// allow.
  bool on_the_fly = true;
  /// Which infinite paths count.
  FairnessMode fairness = FairnessMode::kDeclared;
  /// Bound on the memory of state functions' results; when full it is emptied.
  std::size_t memo_bytes = std::size_t{256} << 20;
};

struct CheckStatistics {
  std::uint64_t state_function_calls = 0;    ///< entries into the model's language
  std::uint64_t state_function_lookups = 0;  ///< questions answered, from memory or by a call
  std::uint64_t purity_checks = 0;           ///< repeated calls of the purity sample
  ExplorationStatistics exploration;         ///< of the space that was searched
};

/// Results in the order of `properties`; one exploration serves them all. Throws ModelError when
/// the model fails on the way (ExplorationError, with the run to there, if that is in a marking
/// that was reached), std::logic_error when an evidence does not replay, which is a defect of this
/// program.
std::vector<Result> Check(Engine& engine, StateFunctions& functions,
                          std::span<const Property* const> properties,
                          const CheckOptions& options = {}, CheckStatistics* statistics = nullptr);

/// As Check(), on a space that stubborn sets reduce: the same verdicts, and evidence that is a run
/// of the net. Explores until the state functions read no place whose changes were not seen, and
/// the whole space where a run goes on for ever; `unreduced` then says why. In a space that a limit
/// cut only what one run shows is known. Requires that WhyNotReducible() is empty for each
/// property.
std::vector<Result> CheckReduced(Engine& engine, StateFunctions& functions,
                                 std::span<const Property* const> properties,
                                 const CheckOptions& options, std::string& unreduced,
                                 CheckStatistics* statistics = nullptr);

/// The results on a space that is there already, explored from the engine's initial marking, in the
/// order of `properties`; `states`, `arcs` and `end` of each are those of the space. Throws what
/// Check() throws.
std::vector<Result> CheckSpace(Engine& engine, StateFunctions& functions, const StateSpace& space,
                               std::span<const Property* const> properties,
                               const CheckOptions& options = {},
                               CheckStatistics* statistics = nullptr);

}  // namespace cpn::ctl
