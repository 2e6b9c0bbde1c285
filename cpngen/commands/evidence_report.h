// A witness or counterexample as `check` and `simulate --runs` show it: text for people, JSON for
// programs, a message sequence chart.
//
// Thread safety: as the engine.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpn/ctl/result.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/output_files.h"
#include "cpngen/trace.h"
#include "cpngen/value_json.h"

namespace cpngen {

/// The steps with the tokens that they move, and the last marking unless the run ends in a loop.
std::string EvidenceText(cpn::Engine& engine, const cpn::ctl::Evidence& evidence);

/// The same for any run; `what` says what it is: "counterexample".
std::string RunText(cpn::Engine& engine, const char* what, const Trace& trace);

/// Sets the fields of `json` that say how a run goes, check_report.h lists them: "trace" and what
/// comes behind it.
void AddTrace(cpn::Engine& engine, const Trace& trace, Json& json);

/// Sets the fields of `json` that are about the evidence, check_report.h lists them: "evidence" and
/// "trace", both null without one, and the others if there is one.
void AddEvidence(cpn::Engine& engine, const std::optional<cpn::ctl::Evidence>& evidence,
                 Json& json);

/// Throws InputError when `file`, the value of --msc, is not empty and cannot be written to, or the
/// model has no chart.
void RequireChart(const cpn::lua::LuaModel& model, const std::string& file);

/// Adds the chart of a run, as the ending of `path` says; a picture may need several files.
void AddChart(cpn::lua::LuaModel& model, const Trace& trace, const std::string& title,
              const std::filesystem::path& path, std::vector<OutputFile>& files);

/// `name` as a part of a file name: letters and digits, distinct from those in `taken`, which it
/// joins.
std::string FileNamePart(const std::string& name, std::set<std::string>& taken);

}  // namespace cpngen
