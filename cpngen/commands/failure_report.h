// A model that fails while its state space is explored, as the commands show it: the run to where
// it fails, text for people and JSON for programs. The error itself is the caller's to print.
//
// Thread safety: as the engine.
#pragma once

#include <string>

#include "cpn/explore/exploration_error.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"
#include "trace/trace.h"

namespace cpngen {

/// The run in the form of a counterexample, below the model's name and parameters.
std::string FailureText(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                        const cpn::ExplorationError& error);

/// What --json prints instead of results: {"model", "parameters", "error": {"message", "where",
/// "trace", "loop", "ends_dead", "remarks", "marking"}}, the last five as check_report.h has them
/// for a counterexample.
std::string FailureJson(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                        const cpn::ExplorationError& error);

/// The trace that `check --trace` writes then, with the outcome `error`.
trace::Trace FailureTrace(cpn::lua::LuaModel& model, const ModelArguments& arguments,
                          const cpn::ExplorationError& error);

}  // namespace cpngen
