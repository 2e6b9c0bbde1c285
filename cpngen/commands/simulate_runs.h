// `cpngen simulate --runs`: looks for violations of properties in many simulated runs.
//
// Invariant: run i, from 0, is the run of `cpngen simulate --seed S+i`, with the same --steps.
// Thread safety: as the model; Ctrl-C is this function's while it runs.
#pragma once

#include "cpn/lua/lua_model.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

/// Simulates options.runs runs, and prints of each property how many of them violate it, with the
/// counterexample of the first one. Returns kViolated when one does, otherwise kLimitReached after
/// Ctrl-C. Throws InputError when a property is named that no finite run can violate, or there is
/// none; ModelError when the model fails in a run.
ExitCode SimulateRuns(cpn::lua::LuaModel& model, const SimulateOptions& options,
                      const Streams& streams);

}  // namespace cpngen
