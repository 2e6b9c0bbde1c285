// Files that hold a run: a record of `cpngen simulate --record` (a line per step), or a trace file
// of `cpngen check --trace` (JSON, the runs of several properties).
//
// Both name steps by their text, Engine::FormatElement, so that they outlive the engine.
// Thread safety: as the model.
#pragma once

#include <string>

#include "cpn/engine/simulator.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/trace.h"

namespace cpngen {

/// Takes the steps of the file again, into `run`, which has those that were taken also when the
/// model fails on the way. Returns the run with what the file says about it.
/// `property` chooses among the runs of a trace file; empty: the only one that there is.
/// Throws InputError when the file cannot be read, or does not belong to the model: other
/// parameters, a step that is not enabled or moves other tokens, a loop that does not close.
Trace ReplayFile(cpn::lua::LuaModel& model, const std::string& path, const std::string& property,
                 cpn::Run& run);

}  // namespace cpngen
