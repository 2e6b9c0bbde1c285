#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "systematic/program/file_name.h"
#include "systematic/program/search_report.h"
#include "systematic/report/trace_of.h"
#include "trace/chart_svg.h"
#include "trace/trace.h"
#include "trace/trace_file.h"

namespace systematic {
namespace {

trace::Trace TraceOf(const SearchedHarness& searched, const SearchFinding& finding,
                     const FoundRun& run, bool is_critical, const ProgramOptions& options,
                     const std::string& made_by) {
  trace::Trace trace;
  trace.header.made_by = made_by;
  trace.header.system = searched.harness->name;
  trace.header.parameters = {searched.harness->parameters.begin(),
                             searched.harness->parameters.end()};
  trace.header.parameters["timers"] = TimersOf(searched);
  trace.header.parameters["faults"] = FaultsOf(searched);
  trace.header.seed = options.seed;
  trace.header.strategy = "search";
  trace.header.property = finding.property;
  const std::vector<std::size_t> numbers = AddSteps(run, trace);
  if (is_critical) trace.critical = numbers.back();
  trace.dead_end = run.at_end;
  return trace;
}

trace::Trace FoundTrace(const SearchedHarness& searched, const SearchFinding& finding,
                        const ProgramOptions& options, const std::string& made_by) {
  const bool is_critical = finding.is_dead() && finding.critical->step > 0;
  trace::Trace trace = TraceOf(searched, finding, finding.run, is_critical, options, made_by);
  trace.outcome = trace::Outcome::kViolated;
  trace.detail = finding.owed;
  if (is_critical) {
    trace.remarks.push_back(
        {trace.steps.size(),
         fmt::format("the critical step: from here on \"{}\" is out of reach", finding.property),
         ""});
  }
  return trace;
}

/// Of the nearest run that comes to life; that is there.
trace::Trace LiveTrace(const SearchedHarness& searched, const SearchFinding& finding,
                       const ProgramOptions& options, const std::string& made_by) {
  trace::Trace trace = TraceOf(searched, finding, *finding.live, false, options, made_by);
  trace.header.property += " (comes to life)";
  trace.outcome = trace::Outcome::kHolds;
  return trace;
}

std::string InsertPart(const std::string& path, const std::string& part) {
  const std::filesystem::path whole = path;
  return whole.parent_path() / (whole.stem().string() + part + whole.extension().string());
}

/// The file itself when it can be of one finding only; else one with what tells them apart.
std::string ChartPath(const SearchFinding& finding, const SearchedHarness& searched,
                      std::size_t harnesses, const SearchCall& call) {
  std::string part;
  if (harnesses > 1) part += "." + FileNameOf(searched.harness->name);
  const bool is_the_one = finding.is_liveness && call.properties.size() == 1;
  if (!is_the_one) part += "." + FileNameOf(finding.property);
  return InsertPart(call.msc, part);
}

}  // namespace

std::vector<SearchFile> SearchFiles(const std::vector<SearchedHarness>& all,
                                    const ProgramOptions& options, const std::string& made_by) {
  const SearchCall& call = options.search;
  std::vector<SearchFile> files;
  std::vector<trace::Trace> traces;
  for (const SearchedHarness& searched : all) {
    for (const SearchFinding& finding : searched.findings) {
      if (!finding.is_found) continue;
      const std::string chart = ChartPath(finding, searched, all.size(), call);
      const auto add = [&](trace::Trace trace, const std::string& part) {
        if (!call.msc.empty()) files.push_back({InsertPart(chart, part), trace::ChartSvg(trace)});
        traces.push_back(std::move(trace));
      };
      add(FoundTrace(searched, finding, options, made_by), "");
      if (finding.live) add(LiveTrace(searched, finding, options, made_by), ".live");
    }
  }
  if (!call.trace.empty()) files.push_back({call.trace, trace::Write(traces)});
  return files;
}

}  // namespace systematic
