// Simulation-based generation: what N seeded runs observe.
//
// Invariant: run i, from 0, depends on the model, the seed and i alone; the result does not depend
// on the number of workers. Each worker has a LuaModel of its own; nothing is shared but the
// numbers of the runs that are still to be done.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/budget.h"
#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "generator/raw_cases.h"

namespace generator {

struct SimulationMethodOptions {
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  std::uint64_t max_steps = 10'000;  ///< of one run
  unsigned jobs = 1;                 ///< workers
  /// A run is a case once it made so many observations and the system has answered; 0: when it is
  /// over. See prefix_cases.h.
  std::uint64_t observations = 0;
  const base::Budget* budget = nullptr;  ///< what the program may use; null: no limits
  std::uint64_t first = 0;               ///< number of the first run, for parts of a call
};

/// The seed of run `run` (from 0) under `seed`.
std::uint64_t SeedOfRun(std::uint64_t seed, std::uint64_t run);

/// Makes the model again, for a further worker.
using LoadModel = std::function<std::unique_ptr<cpn::lua::LuaModel>()>;

/// Runs the simulations and takes the cases of those that end in a dead marking, at the goal of the
/// specification, or with enough observations; or, with scope kOccurrence, the observed binding
/// elements of all, up to the goal. `specification` is one of `model`'s; further
/// workers find theirs by its name. Throws what the first run that fails throws, and StopError.
RawCases GenerateFromSimulations(cpn::lua::LuaModel& model,
                                 cpn::lua::TestSpecification& specification, const LoadModel& load,
                                 const SimulationMethodOptions& options, base::Progress& progress);

}  // namespace generator
