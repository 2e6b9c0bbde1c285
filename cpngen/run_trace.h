// Runs of a net as traces of any system (trace/trace.h), and as the files that hold them.
//
// A step has the instance as its node, the transition as its name, the binding as its fields, the
// tokens as its moves; its key is the binding element as Engine::FormatElement writes it, which
// outlives the engine, and its hash that of the marking after it.
// Thread safety: as the model.
#pragma once

#include <string>
#include <vector>

#include "cpn/ctl/result.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/output_files.h"
#include "cpngen/trace.h"
#include "trace/trace.h"

namespace cpngen {

/// A run of the model, which was read from `path`. Seed, strategy, property and verdict are the
/// caller's to add.
trace::Trace RunTrace(cpn::lua::LuaModel& model, const std::string& path, const Trace& run);

/// The evidence of a property.
trace::Trace EvidenceTrace(cpn::lua::LuaModel& model, const std::string& path,
                           const std::string& property, const cpn::ctl::Evidence& evidence);

/// The file that `option` names, with the traces. Throws InputError when they are too long for
/// readers of such files.
OutputFile TraceFile(const std::string& option, const std::string& file,
                     const std::vector<trace::Trace>& traces);

}  // namespace cpngen
