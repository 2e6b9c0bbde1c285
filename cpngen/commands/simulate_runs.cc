#include "cpngen/commands/simulate_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/progress.h"
#include "command_line/shard.h"
#include "cpn/ctl/run_monitor.h"
#include "cpn/engine/simulator.h"
#include "cpngen/colour.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/limits/why_stopped.h"
#include "cpngen/load.h"
#include "cpngen/properties.h"
#include "cpngen/run_trace.h"
#include "cpngen/shard_call.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using cpn::ctl::Evidence;
using cpn::ctl::Property;
using cpn::lua::LuaModel;

constexpr std::size_t kMemoBytes = std::size_t{256} << 20;

/// What the runs showed of a property.
struct Finding {
  const Property* property = nullptr;
  std::uint64_t violated = 0;        ///< runs
  std::uint64_t seed = 0;            ///< of the first of them
  std::optional<Evidence> evidence;  ///< of that run
};

/// What the runs were, and what they showed.
struct Findings {
  std::vector<Finding> properties;
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  std::uint64_t dead = 0;     ///< runs that ended in a dead marking
  std::uint64_t limited = 0;  ///< runs that --steps ended
  bool stopped = false;       ///< before all runs were done

  std::uint64_t violated_early() const { return runs - dead - limited; }
};

/// Those of the runs that this call does; run i, from 0, has the seed S + i.
command_line::Block RunsOf(const SimulateOptions& options) {
  return command_line::BlockOf(*options.runs, options.shard.value_or(command_line::Shard{}));
}

/// Does the runs, one after the other, with a monitor for each property.
class Watcher {
 public:
  Watcher(LuaModel& model, const SimulateOptions& options,
          const std::vector<const Property*>& properties, const base::Budget& budget)
      : engine_(model.engine()),
        options_(options),
        budget_(budget),
        memo_(&model.state_functions(), &model.net(), &model.multisets(), kMemoBytes) {
    monitors_.reserve(properties.size());
    for (const Property* property : properties) {
      findings_.properties.push_back({property, 0, 0, {}});
      monitors_.emplace_back(engine_, memo_, *property);
    }
  }

  Findings Run(base::Progress& progress) {
    const command_line::Block block = RunsOf(options_);
    for (std::uint64_t run = block.begin; run < block.end && !findings_.stopped; ++run) {
      try {
        Simulate(options_.seed + run);
      } catch (const base::StopError&) {
        findings_.stopped = true;
      }
      progress.Report(
          [&] { return fmt::format("{} of {} runs", run - block.begin + 1, block.size()); });
    }
    progress.Clear();
    return std::move(findings_);
  }

  /// Of the run that is being simulated, for when the model fails in it.
  std::uint64_t seed() const { return seed_; }

 private:
  void Simulate(std::uint64_t seed) {
    seed_ = seed;
    const cpn::Marking initial = engine_.InitialMarking();
    for (auto& monitor : monitors_) monitor.Begin(initial);
    cpn::Run run;
    cpn::SimulationOptions simulation;
    simulation.seed = seed;
    simulation.max_steps = AllViolated() ? 0 : options_.steps;
    simulation.budget = &budget_;
    simulation.stop = [&](const cpn::Marking& marking) {
      for (auto& monitor : monitors_) {
        if (!monitor.violated()) monitor.Step(run.steps.back(), marking);
      }
      return AllViolated();
    };
    cpn::Simulate(engine_, simulation, run);
    Count(seed, run);
  }

  void Count(std::uint64_t seed, const cpn::Run& run) {
    ++findings_.runs;
    findings_.steps += run.steps.size();
    const bool dead = run.end == cpn::RunEnd::kDead;
    if (dead) ++findings_.dead;
    if (run.end == cpn::RunEnd::kStepLimit && !AllViolated()) ++findings_.limited;
    for (std::size_t i = 0; i < monitors_.size(); ++i) {
      if (dead && !monitors_[i].violated()) monitors_[i].EndDead();
      if (!monitors_[i].violated()) continue;
      Finding& finding = findings_.properties[i];
      if (++finding.violated > 1) continue;
      finding.seed = seed;
      finding.evidence = monitors_[i].Counterexample(run.steps);
    }
  }

  bool AllViolated() const {
    return std::all_of(monitors_.begin(), monitors_.end(),
                       [](const auto& monitor) { return monitor.violated(); });
  }

  cpn::Engine& engine_;
  const SimulateOptions& options_;
  const base::Budget& budget_;
  cpn::ctl::StateFunctionMemo memo_;
  std::vector<cpn::ctl::RunMonitor> monitors_;
  std::uint64_t seed_ = 0;
  Findings findings_;
};

/// "83 ended in a dead marking, 17 after 1000 steps (--steps)"
std::string EndsText(const SimulateOptions& options, const Findings& findings) {
  std::vector<std::string> ends;
  if (findings.dead > 0) ends.push_back(fmt::format("{} in a dead marking", findings.dead));
  if (findings.violated_early() > 0) {
    ends.push_back(fmt::format("{} with all properties violated", findings.violated_early()));
  }
  if (findings.limited > 0) {
    ends.push_back(
        fmt::format("{} after {} (--steps)", findings.limited, Plural(options.steps, "step")));
  }
  return fmt::format("{}", fmt::join(ends, ", "));
}

std::string Heading(const LuaModel& model, const SimulateOptions& options, const Findings& findings,
                    const base::Budget& budget) {
  std::string text = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) text += ": " + parameters;
  text += fmt::format("; {}, ", Plural(findings.runs, "run"));
  const command_line::Block block = RunsOf(options);
  const std::uint64_t first = options.seed + block.begin;
  text += findings.runs < 2 ? fmt::format("seed {}", first)
                            : fmt::format("seeds {} to {}", first, first + findings.runs - 1);
  if (options.shard) text += fmt::format(" (part {})", command_line::ToText(*options.shard));
  text += '\n';
  if (findings.stopped) {
    text += fmt::format("partial: ended by {}, of {}\n",
                        WhyStopped(budget.reason(), options.limits, budget), block.size());
  }
  if (findings.runs == 0) return text;
  return text + fmt::format("{}; the runs ended: {}\n", Plural(findings.steps, "step"),
                            EndsText(options, findings));
}

std::string Text(LuaModel& model, const SimulateOptions& options, const Findings& findings,
                 const base::Budget& budget) {
  std::string text = Heading(model, options, findings, budget);
  for (const Finding& finding : findings.properties) {
    text += finding.property->name + ": ";
    if (!finding.evidence) {
      text += fmt::format("not violated in {}\n", Plural(findings.runs, "run"));
      continue;
    }
    text += fmt::format("VIOLATED in {} of {}, first with --seed {}\n", finding.violated,
                        Plural(findings.runs, "run"), finding.seed);
    text += Indent(EvidenceText(model.engine(), *finding.evidence), 2);
  }
  return text;
}

std::string JsonText(LuaModel& model, const SimulateOptions& options, const Findings& findings) {
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["seed"] = options.seed;
  json["runs"] = findings.runs;
  json["steps"] = findings.steps;
  json["dead_ends"] = findings.dead;
  json["step_limits"] = findings.limited;
  json["complete"] = !findings.stopped;
  if (options.shard) {
    CallTexts call = CallOf(options.model, model);
    call.emplace_back("--runs", fmt::format("{}", *options.runs));
    call.emplace_back("--steps", fmt::format("{}", options.steps));
    AddShard(*options.shard, call, json);
  }
  json["properties"] = Json::array();
  for (const Finding& finding : findings.properties) {
    Json property;
    property["property"] = finding.property->name;
    property["violated_runs"] = finding.violated;
    property["first_seed"] = finding.evidence ? Json(finding.seed) : Json(nullptr);
    AddEvidence(model.engine(), finding.evidence, property);
    json["properties"].push_back(std::move(property));
  }
  return DumpJson(json);
}

/// The charts of the first violations: in FILE for one property, otherwise one file each.
void AddCharts(LuaModel& model, const SimulateOptions& options, const Findings& findings,
               std::vector<OutputFile>& files) {
  std::set<std::string> taken;
  for (const Finding& finding : findings.properties) {
    const std::string part = FileNamePart(finding.property->name, taken);
    if (!finding.evidence) continue;
    const std::string title = fmt::format("{}: {} is violated by the run of seed {}", model.name(),
                                          finding.property->name, finding.seed);
    const std::filesystem::path file = findings.properties.size() == 1
                                           ? std::filesystem::path(options.msc)
                                           : InsertIntoName(options.msc, "." + part);
    AddChart(model, MakeTrace(*finding.evidence), title, file, files);
  }
}

std::vector<trace::Trace> Traces(LuaModel& model, const SimulateOptions& options,
                                 const Findings& findings) {
  std::vector<trace::Trace> traces;
  for (const Finding& finding : findings.properties) {
    if (!finding.evidence) continue;
    traces.push_back(
        EvidenceTrace(model, options.model.path, finding.property->name, *finding.evidence));
    traces.back().header.seed = finding.seed;
    traces.back().header.strategy = "random";
  }
  return traces;
}

void WriteOutputs(LuaModel& model, const SimulateOptions& options, const Findings& findings,
                  std::ostream& err) {
  std::vector<OutputFile> files;
  if (!options.msc.empty()) {
    AddCharts(model, options, findings, files);
    if (files.empty()) {
      err << fmt::format("cpngen: note: no chart is written to {}: no property is violated\n",
                         options.msc);
    }
  }
  if (!options.record.empty()) {
    files.push_back(TraceFile("--record", options.record, Traces(model, options, findings)));
  }
  WriteFiles(files, InputsOf(options.model, model));
}

}  // namespace

ExitCode SimulateRuns(LuaModel& model, const SimulateOptions& options, const Streams& streams) {
  const std::vector<const Property*> properties =
      ChooseWatched(model, options.model.path, options.properties,
                    fmt::format("--runs {}", *options.runs), streams.err);
  streams.budget->Enter("simulating");
  base::Progress progress(streams.progress ? &streams.err : nullptr);
  Watcher watcher(model, options, properties, *streams.budget);
  Findings findings;
  try {
    findings = watcher.Run(progress);
  } catch (const cpn::ModelError&) {
    progress.Clear();
    streams.err << fmt::format(
        "cpngen: note: the model fails in the run of seed {0}; cpngen simulate --seed {0} shows "
        "its steps\n",
        watcher.seed());
    throw;
  }
  if (findings.stopped) streams.budget->AllowReport();
  WriteOutputs(model, options, findings, streams.err);
  if (options.json) {
    streams.out << JsonText(model, options, findings);
  } else {
    const std::string text = Text(model, options, findings, *streams.budget);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  const bool violated =
      std::any_of(findings.properties.begin(), findings.properties.end(),
                  [](const Finding& finding) { return finding.evidence.has_value(); });
  if (violated) return ExitCode::kViolated;
  return findings.stopped ? ExitCode::kLimitReached : ExitCode::kDone;
}

}  // namespace cpngen
