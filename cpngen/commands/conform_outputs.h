// The files that `conform` writes: the explaining runs as traces, and charts.
//
// Thread safety: as the model.
#pragma once

#include <vector>

#include "cpn/lua/lua_model.h"
#include "cpngen/commands/conform_inputs.h"
#include "cpngen/commands/conform_report.h"
#include "cpngen/output_files.h"

namespace cpngen {

/// Writes those that the options name. `all` has the verdicts on the inputs, in their order; `read`
/// are files that must not be written over.
void WriteConformOutputs(cpn::lua::LuaModel& model, const ConformOptions& options,
                         const std::vector<ConformInput>& inputs, const std::vector<Judged>& all,
                         const Paths& read);

}  // namespace cpngen
