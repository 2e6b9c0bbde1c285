#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/markup.h"
#include "command_line/shard.h"
#include "systematic/program/results.h"
#include "systematic/report/text_report.h"

namespace systematic {
namespace {

using base::EscapeMarkup;
using nlohmann::ordered_json;

std::string Dump(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

ordered_json ParametersOf(const HarnessInfo& harness) {
  ordered_json parameters = ordered_json::object();
  for (const auto& [name, value] : harness.parameters) parameters[name] = value;
  return parameters;
}

ordered_json CoverageJson(const CoverageReport& coverage) {
  ordered_json curve = ordered_json::array();
  for (const CoveragePoint& point : coverage.curve) {
    curve.push_back({{"executions", point.executions},
                     {"events", point.events},
                     {"pairs", point.pairs},
                     {"sets", point.sets},
                     {"states", point.states}});
  }
  ordered_json events = ordered_json::object();
  for (const auto& [event, executions] : coverage.events) events[event] = executions;
  return {{"curve", curve}, {"events", events}};
}

bool IsViolation(const Result& result) {
  return result.finding && result.finding->recording.schedule.violation;
}

ordered_json FindingJson(const Finding& finding) {
  const Schedule& schedule = finding.recording.schedule;
  ordered_json json = {{"monitor", schedule.violation->monitor},
                       {"message", schedule.violation->message},
                       {"strategy", schedule.strategy},
                       {"iteration", schedule.iteration},
                       {"choices", finding.recording.choices.size()},
                       {"files", finding.files},
                       {"replay", finding.replay}};
  if (finding.recording.critical) json["critical"] = *finding.recording.critical;
  if (finding.minimised) {
    json["replays"] = finding.minimised->replays;
    json["one_minimal"] = finding.minimised->one_minimal;
  }
  return json;
}

ordered_json ResultJson(const Result& result) {
  const HarnessRun& run = result.run;
  const Totals& totals = run.result.totals;
  ordered_json json = {{"harness", run.harness->name},
                       {"parameters", ParametersOf(*run.harness)},
                       {"schedules", totals.executions},
                       {"choices", totals.choices},
                       {"longest", totals.longest},
                       {"buggy", totals.violations},
                       {"buggy_by_monitor", totals.violations_of},
                       {"cut_off", totals.cut_off},
                       {"run_twice", totals.checked},
                       {"length", run.result.length},
                       {"exhausted", run.result.exhausted},
                       {"interrupted", run.result.interrupted},
                       {"seconds", run.seconds}};
  if (run.coverage) json["coverage"] = CoverageJson(*run.coverage);
  const auto& nondeterminism = run.result.nondeterminism;
  json["nondeterminism"] = nondeterminism ? ordered_json(ToText(*nondeterminism)) : ordered_json();
  json["violation"] = IsViolation(result) ? FindingJson(*result.finding) : ordered_json();
  if (result.finding && !IsViolation(result)) json["files"] = result.finding->files;
  return json;
}

/// What decides the results, and is not said elsewhere: the same in all parts of a call.
ordered_json CallJson(const ProgramOptions& options) {
  const auto given = [](bool is_given) { return is_given ? "given" : "not given"; };
  return {{"--schedules", options.schedules ? std::to_string(*options.schedules) : "not given"},
          {"--seconds", given(options.seconds.has_value())},
          {"--all", given(options.all)},
          {"--fail-fast", given(options.fail_fast)},
          {"--check-every", std::to_string(options.check_every)}};
}

std::string CaseXml(const Result& result, const std::string& program) {
  const HarnessRun& run = result.run;
  std::string text =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.6f}\"",
                  EscapeMarkup(program), EscapeMarkup(run.harness->name), run.seconds);
  if (run.result.nondeterminism) {
    return text + fmt::format(
                      ">\n      <failure type=\"nondeterminism\" message=\"{}\"/>\n"
                      "    </testcase>\n",
                      EscapeMarkup(run.result.nondeterminism->message));
  }
  if (!IsViolation(result)) return text + "/>\n";
  const Recording& recording = result.finding->recording;
  std::string report;
  const std::string lines = TextReport(recording);
  for (std::size_t begin = 0; begin < lines.size();) {  // so that lines stay lines
    const std::size_t end = lines.find('\n', begin);
    report += EscapeMarkup(lines.substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  const auto& violation = recording.schedule.violation;
  return text + fmt::format(
                    ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
                    "    </testcase>\n",
                    EscapeMarkup(violation->monitor), EscapeMarkup(violation->message), report);
}

}  // namespace

std::string ListJson(const std::vector<const HarnessInfo*>& harnesses) {
  ordered_json list = ordered_json::array();
  for (const HarnessInfo* harness : harnesses) {
    list.push_back({{"name", harness->name},
                    {"about", harness->about},
                    {"parameters", ParametersOf(*harness)},
                    {"time", harness->time},
                    {"choices", harness->bounds.choices}});
  }
  return Dump(list);
}

std::string ResultsJson(const std::vector<Result>& results, const ProgramOptions& options) {
  ordered_json list = ordered_json::array();
  for (const Result& result : results) list.push_back(ResultJson(result));
  ordered_json whole = {{"strategy", options.strategy},
                        {"seed", options.seed},
                        {"shard", ToText(options.shard.value_or(command_line::Shard{}))}};
  if (options.shard) whole["call"] = CallJson(options);
  whole["harnesses"] = std::move(list);
  return Dump(whole);
}

std::string ResultsJUnit(const std::vector<Result>& results, const std::string& program) {
  std::string cases;
  double seconds = 0;
  std::size_t failures = 0;
  for (const Result& result : results) {
    cases += CaseXml(result, program);
    seconds += result.run.seconds;
    failures += result.finding || result.run.result.nondeterminism ? 1u : 0u;
  }
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"{:.6f}\"",
                  results.size(), failures, seconds);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{0}\" {1}>\n"
      "  <testsuite name=\"{0}\" {1}>\n{2}  </testsuite>\n</testsuites>\n",
      EscapeMarkup(program), counts, cases);
}

}  // namespace systematic
