#include "cpngen/commands/conform_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cpngen/commands/conform_chart.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/run_trace.h"
#include "cpngen/version.h"
#include "trace/chart_svg.h"

namespace cpngen {
namespace {

Trace ExplainingRun(const Judged& judged) {
  Trace run;
  for (const conformance::ExplainedStep& step : judged.verdict.run) {
    if (step.element) run.steps.push_back(*step.element);
    if (!step.event || *step.event >= judged.seen.size()) continue;
    run.remarks.push_back(
        {run.steps.size(), fmt::format("shows {}", ToString(judged.seen[*step.event].event)), ""});
  }
  return run;
}

/// A log as a trace, in the order in which its events are explained.
trace::Trace TraceOfLog(const ConformInput& input, const Judged& judged) {
  trace::Trace trace;
  trace.header.made_by = ProgramAndVersion();
  trace.header.system = input.file;
  for (const conformance::SeenEvent& seen : judged.seen) {
    const bool stimulus = seen.event.kind == cpn::lua::ObservationKind::kStimulus;
    trace.steps.push_back({.kind = stimulus ? trace::Kind::kStimulus : trace::Kind::kEvent,
                           .node = seen.node,
                           .name = seen.event.what.name,
                           .fields = seen.event.what.fields});
  }
  return trace;
}

/// What was seen, with the event that does not fit marked, and what could have come.
trace::Trace Seen(const ConformInput& input, const Judged& judged) {
  trace::Trace seen = input.is_log ? TraceOfLog(input, judged) : input.trace;
  const conformance::Verdict& verdict = judged.verdict;
  seen.outcome = verdict.conforms ? trace::Outcome::kPass : trace::Outcome::kFail;
  if (verdict.conforms) return seen;
  // Of a log, the explained events come first.
  const std::size_t at = input.is_log   ? judged.verdict.explained
                         : verdict.step ? *verdict.step - 1
                                        : seen.steps.size();
  if (verdict.step) seen.steps[at].unexpected = true;
  for (const conformance::Event& event : verdict.misfit->possible) {
    if (event.kind != cpn::lua::ObservationKind::kResponse) continue;
    seen.remarks.push_back({at, fmt::format("the model expects {}", ToString(event)), ""});
  }
  std::stable_sort(
      seen.remarks.begin(), seen.remarks.end(),
      [](const trace::Remark& a, const trace::Remark& b) { return a.after < b.after; });
  return seen;
}

}  // namespace

void WriteConformOutputs(cpn::lua::LuaModel& model, const ConformOptions& options,
                         const std::vector<ConformInput>& inputs, const std::vector<Judged>& all,
                         const Paths& read) {
  std::vector<OutputFile> files;
  if (!options.trace.empty()) {
    std::vector<trace::Trace> traces;
    for (const Judged& judged : all) {
      traces.push_back(RunTrace(model, options.model.path, ExplainingRun(judged)));
      traces.back().detail = fmt::format("explains {} of {} events of {}", judged.verdict.explained,
                                         judged.verdict.events, TitleOfJudged(judged));
    }
    files.push_back(TraceFile("--trace", options.trace, traces));
  }
  if (!options.msc.empty()) {
    const auto failed = std::find_if(all.begin(), all.end(),
                                     [](const Judged& one) { return !one.verdict.conforms; });
    const std::size_t chosen =
        failed == all.end() ? 0 : static_cast<std::size_t>(failed - all.begin());
    if (options.msc.ends_with(".txt")) {
      files.push_back({options.msc, BesideText(model.engine(), all[chosen])});
      WriteFiles(files, read);
      return;
    }
    AddPages(options.msc, trace::ChartPages(Seen(inputs[chosen], all[chosen])), files);
    AddPages(InsertIntoName(options.msc, ".explained"),
             trace::ChartPages(BesideTrace(model.engine(), all[chosen])), files);
    if (model.chart() != nullptr) {
      AddChart(
          model, ExplainingRun(all[chosen]),
          fmt::format("{}: the run that explains {}", model.name(), TitleOfJudged(all[chosen])),
          InsertIntoName(options.msc, ".model"), files);
    }
  }
  WriteFiles(files, read);
}

}  // namespace cpngen
