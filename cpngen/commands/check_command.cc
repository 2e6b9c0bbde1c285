#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpngen/colour.h"
#include "cpngen/commands/check_report.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/commands/failure_report.h"
#include "cpngen/commands/statistics.h"
#include "cpngen/exploration.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/properties.h"
#include "cpngen/run_trace.h"
#include "cpngen/trace.h"

namespace cpngen {
namespace {

using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;
using cpn::lua::LuaModel;

/// Before the exploration: a wrong call should not cost an hour.
void RequireFiles(const LuaModel& model, const CheckOptions& options) {
  RequireOutputs({{"--trace", options.trace}, {"--msc", options.msc}},
                 InputsOf(options.model, model));
  RequireChart(model, options.msc);
}

void ReportFailure(LuaModel& model, const CheckOptions& options, const Streams& streams,
                   const cpn::ExplorationError& error) {
  if (!options.trace.empty()) {
    WriteFiles({TraceFile("--trace", options.trace, {FailureTrace(model, options.model, error)})},
               InputsOf(options.model, model));
  }
  if (options.json) {
    streams.out << FailureJson(model, options.model, error);
  } else {
    const std::string text = FailureText(model, options.model, error);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
}

/// The charts of all evidence: in FILE for one property, otherwise one file each.
std::vector<OutputFile> Charts(LuaModel& model, const CheckOptions& options,
                               const std::vector<Result>& results) {
  std::vector<OutputFile> files;
  std::set<std::string> taken;
  for (const Result& result : results) {
    const std::string part = FileNamePart(result.property, taken);
    if (!result.evidence) continue;
    const std::string title =
        fmt::format("{}: {} {}", model.name(), result.property,
                    result.verdict == Verdict::kViolated ? "is violated" : "holds");
    files.push_back({results.size() == 1 ? std::filesystem::path(options.msc)
                                         : InsertIntoName(options.msc, "." + part),
                     ChartText(model, MakeTrace(*result.evidence), title, options.msc)});
  }
  return files;
}

std::vector<trace::Trace> Traces(LuaModel& model, const CheckOptions& options,
                                 const std::vector<Result>& results) {
  std::vector<trace::Trace> traces;
  for (const Result& result : results) {
    if (!result.evidence) continue;
    traces.push_back(EvidenceTrace(model, options.model.path, result.property, *result.evidence));
  }
  return traces;
}

void WriteOutputs(LuaModel& model, const CheckOptions& options, const std::vector<Result>& results,
                  std::ostream& err) {
  std::vector<OutputFile> files;
  if (!options.msc.empty()) {
    files = Charts(model, options, results);
    if (files.empty()) {
      err << fmt::format("cpngen: note: no chart is written to {}: there is no run to draw\n",
                         options.msc);
    }
  }
  if (!options.trace.empty()) {
    files.push_back(TraceFile("--trace", options.trace, Traces(model, options, results)));
  }
  WriteFiles(files, InputsOf(options.model, model));
}

ExitCode CodeOf(const std::vector<Result>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(),
                       [&](const Result& result) { return result.verdict == verdict; });
  };
  if (any(Verdict::kViolated)) return ExitCode::kViolated;
  return any(Verdict::kUnknown) ? ExitCode::kLimitReached : ExitCode::kDone;
}

}  // namespace

ExitCode Check(const CheckOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  const std::vector<const Property*> properties =
      ChooseProperties(*model, options.model.path, options.properties);
  RequireFiles(*model, options);

  base::Progress progress(streams.progress ? &streams.err : nullptr);
  cpn::ctl::CheckOptions check;
  check.exploration = MakeExplorationOptions(options.exploration, progress, *streams.budget);
  cpn::ctl::CheckStatistics statistics;
  std::vector<Result> results;
  streams.budget->Enter("checking");
  try {
    results =
        cpn::ctl::Check(model->engine(), model->state_functions(), properties, check, &statistics);
    progress.Clear();
  } catch (const cpn::ExplorationError& error) {
    progress.Clear();
    ReportFailure(*model, options, streams, error);
    throw;
  }

  streams.budget->Enter("reporting what was found");
  WriteOutputs(*model, options, results, streams.err);
  if (options.json) {
    streams.out << CheckJson(*model, results);
  } else {
    const std::string text = CheckText(*model, options, results, *streams.budget);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  if (options.stats) {
    streams.err << StatisticsText(model->engine().statistics())
                << StatisticsText(statistics.exploration) << CheckStatisticsText(statistics);
  }
  return CodeOf(results);
}

}  // namespace cpngen
