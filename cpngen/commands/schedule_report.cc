#include "cpngen/commands/schedule_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "cpngen/commands/evidence_report.h"
#include "cpngen/limits/why_stopped.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/run_trace.h"
#include "cpngen/text.h"
#include "systematic/schedule_file.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

constexpr const char* kOfError = "error";  // in names of files

/// "83 in a dead marking, 17 at their bound (--steps)"
std::string EndsText(const systematic::Totals& totals) {
  std::vector<std::string> ends;
  const auto add = [&ends](std::uint64_t count, const char* how) {
    if (count > 0) ends.push_back(fmt::format("{} {}", count, how));
  };
  add(totals.quiescent, "in a dead marking");
  add(totals.violations, "with a violation");
  add(totals.cut_off, "at the bound (--steps)");
  add(totals.stopped, "where the strategy stopped");
  return fmt::format("{}", fmt::join(ends, ", "));
}

std::string Heading(const LuaModel& model, const SimulateOptions& options,
                    const ScheduleFindings& findings, const base::Budget& budget) {
  std::string text = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) text += ": " + parameters;
  if (!options.replay.empty()) return text + fmt::format("; replay of {}\n", options.replay);
  const systematic::Totals& totals = findings.totals;
  text += fmt::format("; {} of {}, seed {}\n", Plural(totals.executions, "schedule"),
                      options.search.strategy, options.seed);
  if (findings.stopped) {
    text +=
        fmt::format("partial: ended by {}, of {}\n",
                    WhyStopped(budget.reason(), options.limits, budget), *options.search.schedules);
  }
  if (findings.exhausted) text += "the strategy has nothing left to try\n";
  if (totals.executions == 0) return text;
  return text +
         fmt::format("{}; the runs ended: {}\n", Plural(totals.steps, "step"), EndsText(totals));
}

/// "schedule 17 of pct:3; 9 steps of 64, after 80 replays"
std::string OriginText(const FoundSchedule& found) {
  std::string text = fmt::format("schedule {} of {}", found.iteration, found.strategy);
  const std::size_t steps = found.schedule.choices.size();
  if (found.replays == 0) return text;
  return text + fmt::format("; {} of {}, after {}{}", Plural(steps, "step"), found.steps,
                            Plural(found.replays, "replay"),
                            found.one_minimal ? "" : ", perhaps not all needed");
}

std::string FindingText(LuaModel& model, const ScheduleFinding& finding,
                        const ScheduleFindings& findings) {
  std::string text = finding.property->name + ": ";
  if (!finding.found) {
    return text +
           fmt::format("not violated in {}\n", Plural(findings.totals.executions, "schedule"));
  }
  const FoundSchedule& found = *finding.found;
  text += found.suspected ? "SUSPECTED" : "VIOLATED";
  text += fmt::format(" by {}\n", OriginText(found));
  return text + Indent(EvidenceText(model.engine(), found.evidence), 2);
}

Json FoundJson(cpn::Engine& engine, const FoundSchedule& found) {
  Json json;
  json["schedule"] = found.iteration;
  json["strategy"] = found.strategy;
  json["steps_found"] = found.steps;
  json["replays"] = found.replays;
  json["one_minimal"] = found.one_minimal;
  AddEvidence(engine, found.evidence, json);
  return json;
}

Json PropertyJson(cpn::Engine& engine, const ScheduleFinding& finding) {
  Json json;
  json["property"] = finding.property->name;
  json["verdict"] = !finding.found             ? Json(nullptr)
                    : finding.found->suspected ? Json("suspected")
                                               : Json("violated");
  json["found"] = finding.found ? FoundJson(engine, *finding.found) : Json(nullptr);
  return json;
}

/// Calls `use(name, found, property)` for all that was found; the name is for files.
template <typename Use>
void ForAllFound(const ScheduleFindings& findings, const Use& use) {
  std::set<std::string> taken;
  for (const ScheduleFinding& finding : findings.properties) {
    const std::string name = FileNamePart(finding.property->name, taken);
    if (finding.found) use(name, *finding.found, finding.property);
  }
  if (findings.error) use(std::string(kOfError), *findings.error, nullptr);
}

std::filesystem::path FileFor(const std::string& file, const std::string& name, bool only_one) {
  return only_one ? std::filesystem::path(file) : InsertIntoName(file, "." + name);
}

trace::Trace TraceOf(LuaModel& model, const SimulateOptions& options, const FoundSchedule& found,
                     const cpn::ctl::Property* property) {
  trace::Trace trace = EvidenceTrace(model, options.model.path,
                                     property == nullptr ? "" : property->name, found.evidence);
  trace.header.seed = found.schedule.seed;
  trace.header.strategy = found.strategy;
  if (property == nullptr) trace.outcome = trace::Outcome::kError;
  if (found.schedule.violation) {
    const std::string& message = found.schedule.violation->message;
    trace.detail = message.substr(0, message.find('\n'));
  }
  return trace;
}

}  // namespace

std::string SchedulesText(LuaModel& model, const SimulateOptions& options,
                          const ScheduleFindings& findings, const base::Budget& budget) {
  std::string text = Heading(model, options, findings, budget);
  for (const ScheduleFinding& finding : findings.properties) {
    text += FindingText(model, finding, findings);
  }
  if (!findings.error) return text;
  text += fmt::format("the model fails in {}\n", OriginText(*findings.error));
  return text +
         Indent(RunText(model.engine(), "run to the error", MakeTrace(findings.error->evidence)),
                2);
}

std::string SchedulesJson(LuaModel& model, const SimulateOptions& options,
                          const ScheduleFindings& findings) {
  cpn::Engine& engine = model.engine();
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  if (options.replay.empty()) {
    json["strategy"] = options.search.strategy;
    json["machines"] = options.search.machines;
    json["seed"] = options.seed;
  } else {
    json["replay"] = options.replay;
  }
  json["schedules"] = findings.totals.executions;
  json["steps"] = findings.totals.steps;
  json["dead_ends"] = findings.totals.quiescent;
  json["step_limits"] = findings.totals.cut_off;
  json["complete"] = !findings.stopped;
  json["exhausted"] = findings.exhausted;
  json["properties"] = Json::array();
  for (const ScheduleFinding& finding : findings.properties) {
    json["properties"].push_back(PropertyJson(engine, finding));
  }
  json["error"] = findings.error ? FoundJson(engine, *findings.error) : Json(nullptr);
  return DumpJson(json);
}

void WriteFound(LuaModel& model, const SimulateOptions& options, const ScheduleFindings& findings,
                std::ostream& err) {
  std::vector<OutputFile> files;
  std::vector<trace::Trace> traces;
  bool any = false;
  const bool only_one = findings.properties.size() == 1;
  ForAllFound(findings, [&](const std::string& name, const FoundSchedule& found,
                            const cpn::ctl::Property* property) {
    any = true;
    if (!options.record.empty()) traces.push_back(TraceOf(model, options, found, property));
    if (!options.search.file.empty()) {
      files.push_back({FileFor(options.search.file, name, only_one),
                       systematic::WriteSchedule(found.schedule)});
    }
    if (options.msc.empty()) return;
    const std::string title = fmt::format("{}: {} in schedule {} of {}", model.name(), name,
                                          found.iteration, found.strategy);
    AddChart(model, MakeTrace(found.evidence), title, FileFor(options.msc, name, only_one), files);
  });
  const auto nothing = [&](const char* option, const std::string& file) {
    if (any || file.empty()) return;
    err << fmt::format("cpngen: note: {} {}: nothing is written, since nothing is violated\n",
                       option, file);
  };
  nothing("--schedule-file", options.search.file);
  nothing("--msc", options.msc);
  if (!options.record.empty()) files.push_back(TraceFile("--record", options.record, traces));
  WriteFiles(files, InputsOf(options.model, model));
}

}  // namespace cpngen
