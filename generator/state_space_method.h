// State-space-based generation: all test cases that the model has, each once.
//
// Thread safety: as the model (one worker).
#pragma once

#include <cstdint>

#include "base/budget.h"
#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "generator/raw_cases.h"

namespace generator {

struct StateSpaceOptions {
  std::uint64_t max_states = 10'000'000;
  std::uint64_t max_cases = 100'000;
  /// Not 0: a path is a case once it made so many observations and the system has answered
  /// (prefix_cases.h). For scope kRun only.
  std::uint64_t observations = 0;
  base::Budget* budget = nullptr;  ///< what the program may use; null: no limits
};

/// Explores the model and takes the cases of all its paths (path_cases.h), or of all its observed
/// binding elements, as the specification's scope says; both up to the specification's goal.
/// Throws LimitReached, StopError, ModelError when sequences are asked for that are infinitely
/// many, and cpn::ExplorationError when the model fails in a marking, or its observe function in a
/// step.
RawCases GenerateFromStateSpace(cpn::lua::LuaModel& model,
                                cpn::lua::TestSpecification& specification,
                                const StateSpaceOptions& options, base::Progress& progress);

}  // namespace generator
