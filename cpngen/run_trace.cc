#include "cpngen/run_trace.h"

#include <fmt/format.h>

#include <utility>

#include "cpngen/input_error.h"
#include "cpngen/version.h"
#include "debugger/net_step.h"
#include "trace/trace_file.h"

namespace cpngen {

trace::Trace RunTrace(cpn::lua::LuaModel& model, const std::string& path, const Trace& run) {
  cpn::Engine& engine = model.engine();
  trace::Trace trace;
  trace.header.made_by = ProgramAndVersion();
  trace.header.model = path;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    trace.header.parameters[parameter.name] = parameter.value;
  }
  const cpn::Marking last =
      ForEachStep(engine, run.steps, [&](std::size_t i, const cpn::Marking& before) {
        if (i > 0) trace.steps.back().hash = debugger::HashOf(engine, before);
        trace.steps.push_back(debugger::StepOf(engine, before, run.steps[i]));
      });
  if (!trace.steps.empty()) trace.steps.back().hash = debugger::HashOf(engine, last);
  if (run.loop) trace.loop = *run.loop + 1;
  trace.dead_end = run.ends_dead;
  trace.critical = run.critical;
  for (const TraceRemark& remark : run.remarks) {
    trace.remarks.push_back({remark.steps, remark.text, remark.where});
  }
  return trace;
}

trace::Trace EvidenceTrace(cpn::lua::LuaModel& model, const std::string& path,
                           const std::string& property, const cpn::ctl::Evidence& evidence) {
  trace::Trace trace = RunTrace(model, path, MakeTrace(evidence));
  trace.header.property = property;
  trace.outcome = evidence.witness ? trace::Outcome::kHolds : trace::Outcome::kViolated;
  return trace;
}

OutputFile TraceFile(const std::string& option, const std::string& file,
                     const std::vector<trace::Trace>& traces) {
  std::string text = trace::Write(traces);
  if (text.size() > trace::kMaxFileBytes) {
    throw InputError(fmt::format(
        "{} {}: a file of traces holds at most {} MiB, and this would take {}; shorter runs do",
        option, file, trace::kMaxFileBytes >> 20, (text.size() >> 20) + 1));
  }
  return {file, std::move(text)};
}

}  // namespace cpngen
