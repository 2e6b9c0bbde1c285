// Files that hold a run: a trace file (docs/trace_format.md), or a record, a line for each step.
//
// Both name steps by their text, Engine::FormatElement, so that they outlive the engine. cpngen
// writes trace files; records are easy to write by hand, and older programs wrote them.
// Thread safety: as the model.
#pragma once

#include <string>
#include <vector>

#include "cpn/engine/simulator.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/trace.h"

namespace cpngen {

/// Is it a file of traces and no model? By its ending where that says it, otherwise by what is in
/// it. Folders are models.
bool IsTraceFile(const std::string& path);

/// The bytes of the file that --replay names, which may be a pipe and is read once. Throws
/// InputError.
std::string ReadReplay(const std::string& path);

/// Takes the steps of the file's bytes again, into `run`, which has those that were taken also when
/// the model fails on the way. Returns the run with what the file says about it.
/// `property` chooses among the traces of a file; empty: the only one that there is.
/// Throws base::ParseError when it is no trace file, and InputError when it does not belong to the
/// model: other parameters, a step that is not enabled, moves other tokens or leads to another
/// marking, a loop that does not close.
Trace Replay(cpn::lua::LuaModel& model, const std::string& path, const std::string& bytes,
             const std::string& property, cpn::Run& run);

/// The same for all runs of a file that no option names. Throws as Replay().
std::vector<Trace> ReplayAll(cpn::lua::LuaModel& model, const std::string& path,
                             const std::string& bytes);

}  // namespace cpngen
