// The commands of the debugger that read and write files.
#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/specification_choice.h"
#include "cpngen/commands/debug/open.h"
#include "cpngen/commands/debug/shell.h"
#include "cpngen/commands/debug/words.h"
#include "cpngen/input_error.h"
#include "cpngen/output_files.h"
#include "cpngen/run_trace.h"
#include "cpngen/text.h"
#include "cpngen/version.h"
#include "debugger/marking_difference.h"
#include "generator/run_cases.h"
#include "generator/suite_builder.h"
#include "xml/xml.h"

namespace cpngen {

using debugger::SessionError;

namespace {

/// What stands in one state and not in the other.
std::vector<std::string> StateDifference(const std::vector<debugger::StateLine>& here,
                                         const std::vector<debugger::StateLine>& there) {
  std::vector<std::string> lines;
  const auto add = [&](char sign, const auto& some, const auto& others) {
    for (const debugger::StateLine& line : some) {
      if (std::find(others.begin(), others.end(), line) != others.end()) continue;
      lines.push_back(fmt::format("{} {}{}: {}", sign,
                                  line.module.empty() ? "" : line.module + ": ", line.name,
                                  line.text));
    }
  };
  add('-', here, there);
  add('+', there, here);
  return lines;
}

suite::Provenance ProvenanceOf(const cpn::lua::LuaModel& model, const std::string& path,
                               const cpn::lua::TestSpecification& specification) {
  suite::Provenance provenance;
  provenance.generator = ProgramAndVersion();
  provenance.model = path;
  provenance.specification = specification.name();
  provenance.goal = "run";
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    provenance.parameters.emplace_back(parameter.name, parameter.value);
  }
  return provenance;
}

}  // namespace

void DebugShell::FileDiff(const std::string& rest) {
  const auto [file, property] = FirstWord(rest);
  if (file.empty()) throw SessionError("compare with what? a trace file is needed");
  const OtherRun other_run =
      OpenOther(file, Unquoted(property), session().header().property, subject_.model.get());
  debugger::Session& other = *other_run.session;
  std::size_t shared = 0;
  const std::size_t most = std::min(session().Length(), other.Length());
  while (shared < most && session().StepText(shared + 1) == other.StepText(shared + 1)) ++shared;
  Print(fmt::format("{}{}: {}\n", file, InBrackets(other.header().property),
                    Plural(other.Length(), "step")));
  Print(fmt::format("both share {}\n", shared == 0 ? "no step" : Plural(shared, "step")));
  const auto next = [&](debugger::Session& of) {
    return shared < of.Length() ? of.StepText(shared + 1) : "the run ends";
  };
  if (shared < std::max(session().Length(), other.Length())) {
    Print(fmt::format("step {} here:  {}\n{:>{}} there: {}\n", shared + 1, next(session()), "",
                      fmt::format("step {}", shared + 1).size(), next(other)));
  }
  const std::size_t at = std::min(session().at(), other.Length());
  Print(fmt::format("after step {} here (-) and after step {} there (+):\n", session().at(), at));
  if (net_ == nullptr) {
    return PrintDifference(StateDifference(session().StateAt(session().at()), other.StateAt(at)));
  }
  auto& other_net = static_cast<debugger::NetSession&>(other);
  PrintDifference(debugger::MarkingDifference(
      subject_.model->engine(), net().MarkingAt(session().at()), other_net.MarkingAt(at)));
}

void DebugShell::Save(const std::string& rest) {
  const auto [file, specification_name] = FirstWord(rest);
  if (file.empty()) throw SessionError("save where? `help save` says which files there are");
  std::vector<OutputFile> files;
  const std::size_t at = session().at();
  std::string what = Plural(at, "step");
  if (net_ == nullptr) {
    if (!file.ends_with(".json")) throw SessionError("a run of a system is saved as FILE.json");
    trace::Trace trace = static_cast<debugger::TraceSession&>(session()).trace();
    trace.steps.resize(at);
    trace.loop.reset();
    trace.expected.clear();
    trace.dead_end = false;
    if (trace.critical > at) trace.critical = 0;
    std::erase_if(trace.remarks, [&](const trace::Remark& remark) { return remark.after > at; });
    files.push_back(TraceFile("save", file, {trace}));
  } else if (file.ends_with(".json")) {
    Trace run;
    run.steps = net().Run();
    run.ends_dead = net().Choices().empty();
    if (const auto critical = session().CriticalStep(); critical && *critical <= at) {
      run.critical = *critical;
    }
    for (const trace::Remark& remark : session().remarks()) {
      if (remark.after <= at) run.remarks.push_back({remark.after, remark.text, remark.where});
    }
    trace::Trace trace = RunTrace(*subject_.model, session().header().model, run);
    trace.header.strategy = "debugger";
    trace.header.property = session().header().property;
    files.push_back(TraceFile("save", file, {trace}));
  } else if (file.ends_with(".xml")) {
    cpn::lua::TestSpecification& specification =
        cpn::lua::ChooseSpecification(*subject_.model, specification_name);
    const generator::RunCases found =
        generator::CasesOfRuns(*subject_.model, specification, {net().Run()});
    const generator::BuiltCases built = generator::BuildCases(found.raw, specification);
    if (built.cases.empty()) throw SessionError("nothing of this run is observed: no test case");
    files.push_back(
        {file,
         generator::WriteSuite(
             specification, ProvenanceOf(*subject_.model, session().header().model, specification),
             built.cases)});
    what = Plural(built.cases.size(), "test case");
  } else {
    std::string record;
    for (std::size_t number = 1; number <= at; ++number) {
      record += session().StepText(number) + '\n';
    }
    files.push_back({file, std::move(record)});
  }
  WriteFiles(files, subject_.inputs);
  Print(fmt::format("{}: {}\n", file, what));
}

}  // namespace cpngen
