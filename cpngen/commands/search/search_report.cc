#include "cpngen/commands/search/search_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "cpngen/commands/evidence_report.h"
#include "cpngen/limits/why_stopped.h"
#include "cpngen/load.h"
#include "cpngen/run_trace.h"
#include "cpngen/shard_call.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;
using search::Condition;

std::string Heading(const LuaModel& model, const SearchOptions& options,
                    const SearchFindings& findings, const base::Budget& budget) {
  const search::SearchProgress& progress = findings.result.progress;
  std::string text = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) text += ": " + parameters;
  text += fmt::format("; seed {}\n", options.seed);
  if (findings.stopped) {
    text +=
        fmt::format("partial: ended by {}\n", WhyStopped(budget.reason(), options.limits, budget));
  }
  text += fmt::format("{}, {} of them came to life, the slowest in {}; {} in all\n",
                      Plural(progress.executions, "execution"), progress.live,
                      Plural(progress.latest_life, "step"), Plural(progress.steps, "step"));
  if (options.from_live > 0) {
    text += fmt::format("they began at the end of {} in which each property had held\n",
                        Plural(findings.live_runs, "run"));
  }
  return text + fmt::format("an execution has up to {}{}\n",
                            Plural(findings.result.most_steps, "step"),
                            options.steps == 0 ? " (calibrated)" : " (--steps)");
}

std::string HowSure(const search::Critical& critical) {
  return critical.certain ? "certain: all that can follow was looked at"
                          : fmt::format("by {}", Plural(critical.walks, "walk"));
}

std::string Verdict(const SearchOptions& options, const SearchFinding& finding,
                    const SearchFindings& findings) {
  if (!finding.is_found) {
    return fmt::format("nothing found in {}\n",
                       Plural(findings.result.progress.executions, "execution"));
  }
  if (finding.is_lasso) {
    return fmt::format("LIVELOCK in walk {}: it goes round for ever ({} fairness)\n",
                       finding.execution, options.fairness);
  }
  if (!finding.is_liveness) return fmt::format("VIOLATED in execution {}\n", finding.execution);
  if (!finding.critical) {
    return fmt::format("suspected: not reached in execution {}; not looked into\n",
                       finding.execution);
  }
  const search::Critical& critical = *finding.critical;
  if (finding.is_dead() && finding.execution == 0) {
    return fmt::format("OUT OF REACH from step {} of a run that no execution took ({})\n",
                       critical.step, HowSure(critical));
  }
  if (finding.is_dead() && critical.step == 0) {
    return fmt::format("OUT OF REACH from the start ({})\n", HowSure(critical));
  }
  if (finding.is_dead()) {
    return fmt::format("OUT OF REACH in execution {}, from step {} on ({})\n", finding.execution,
                       critical.step, HowSure(critical));
  }
  if (critical.step == 0) {
    return fmt::format("suspected: out of reach from the start, or --steps is too small ({})\n",
                       HowSure(critical));
  }
  return fmt::format(
      "suspected: execution {} goes on without it, but from step {} on it may still be reached "
      "({}); more --steps decide it, unless it goes on so for ever\n",
      finding.execution, critical.step, HowSure(critical));
}

/// "ReceiveAck (3 steps), ReceiveSyn (1 step)".
std::string CriticalText(const LuaModel& model, const search::nets::Fates& fates) {
  std::string text;
  for (const auto& [transition, steps] : fates.critical) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                        model.net().transitions()[transition].name, Plural(steps, "step"));
  }
  return text;
}

std::string AllText(const LuaModel& model, const SearchFinding& finding) {
  if (!finding.all) return "";
  const search::nets::Fates& fates = finding.all->fates;
  std::string text = fmt::format(
      "  of all {}: {} dead, {} doomed, {} almost surely doomed; without further faults {} dead\n",
      Plural(finding.all->count, "marking"), fates.dead, fates.doomed, fates.surely_doomed,
      fates.dead_without_faults);
  if (!fates.critical.empty()) {
    text += "  what enters a dead marking: " + CriticalText(model, fates) + "\n";
  }
  if (!finding.all->walks.empty()) text += "  walks alone: " + finding.all->walks + "\n";
  return text;
}

Json AllJson(const LuaModel& model, const SearchFinding& finding) {
  if (!finding.all) return nullptr;
  const search::nets::Fates& fates = finding.all->fates;
  Json json;
  json["all"] = finding.all->count;
  json["dead"] = fates.dead;
  json["doomed"] = fates.doomed;
  json["almost_surely_doomed"] = fates.surely_doomed;
  json["dead_without_faults"] = fates.dead_without_faults;
  json["critical"] = Json::object();
  for (const auto& [transition, steps] : fates.critical) {
    json["critical"][model.net().transitions()[transition].name] = steps;
  }
  json["walks"] = nullptr;
  if (!finding.all->walks.empty()) json["walks"] = finding.all->walks;
  return json;
}

/// The run as far as it says something: up to the critical transition.
Trace Shown(const SearchFinding& finding) {
  Trace run = finding.run;
  if (!finding.is_dead() || run.steps.size() <= finding.critical->step) return run;
  run.steps.resize(finding.critical->step);
  run.ends_dead = false;
  return run;
}

std::string Text(LuaModel& model, const SearchFinding& finding) {
  if (!finding.is_found) return "";
  std::string text = Indent(
      RunText(model.engine(), finding.is_dead() ? "the way there" : "execution", Shown(finding)),
      2);
  if (!finding.nearest_live) return text;
  return text + Indent(RunText(model.engine(), "nearest execution that comes to life",
                               *finding.nearest_live),
                       2);
}

Json FindingJson(LuaModel& model, const SearchFinding& finding) {
  Json json;
  json["property"] = finding.property->name;
  json["sort"] = finding.is_liveness ? "liveness" : "safety";
  json["found"] = nullptr;
  json["execution"] = nullptr;
  json["begun"] = finding.begun;
  json["critical"] = nullptr;
  json["certain"] = nullptr;
  json["walks"] = nullptr;
  json["trace"] = nullptr;
  json["live_trace"] = nullptr;
  json["markings"] = AllJson(model, finding);
  if (!finding.is_found) return json;
  json["found"] = finding.is_lasso       ? "livelock"
                  : !finding.is_liveness ? "violated"
                  : finding.is_dead()    ? "dead"
                                         : "suspected";
  if (finding.execution > 0) json["execution"] = finding.execution;
  if (finding.critical) {
    json["critical"] = finding.critical->step;
    json["certain"] = finding.critical->certain;
    json["walks"] = finding.critical->walks;
  }
  AddTrace(model.engine(), finding.run, json);
  if (finding.nearest_live) {
    Json live;
    AddTrace(model.engine(), *finding.nearest_live, live);
    json["live_trace"] = std::move(live);
  }
  return json;
}

/// What decides the findings, but for what is said beside it.
CallTexts CallOfSearch(const LuaModel& model, const SearchOptions& options) {
  CallTexts call = CallOf(options.model, model);
  const auto add = [&call](const char* option, auto value) {
    call.emplace_back(option, fmt::format("{}", value));
  };
  add("--executions", options.executions);
  add("--depth", options.depth);
  add("--depth-step", options.depth_step);
  add("--walks", options.walks);
  add("--exact-states", options.exact_states);
  add("--from-live", options.from_live);
  add("--temperature", options.temperature);
  add("--lassos", options.lassos);
  add("--fairness", options.fairness);
  add("--compare", options.compare);
  add("--uniform", options.uniform);
  return call;
}

void AddCharts(LuaModel& model, const SearchOptions& options, const SearchFindings& findings,
               std::vector<OutputFile>& files) {
  std::set<std::string> taken;
  const bool is_one = findings.properties.size() == 1;
  for (const SearchFinding& finding : findings.properties) {
    const std::string part = FileNamePart(finding.property->name, taken);
    if (!finding.is_found) continue;
    const auto add = [&](const Trace& run, const std::string& what, const std::string& suffix) {
      const std::filesystem::path file =
          is_one ? std::filesystem::path(options.msc) : InsertIntoName(options.msc, "." + part);
      const std::string title =
          fmt::format("{}: {} {}", model.name(), finding.property->name, what);
      AddChart(model, run, title, suffix.empty() ? file : InsertIntoName(file, suffix), files);
    };
    add(Shown(finding), finding.is_liveness ? "is out of reach" : "is violated", "");
    if (finding.nearest_live) add(*finding.nearest_live, "comes to hold", ".live");
  }
}

}  // namespace

std::string SearchText(LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings, const base::Budget& budget) {
  std::string text = Heading(model, options, findings, budget);
  for (const SearchFinding& finding : findings.properties) {
    text += finding.property->name + ": " + Verdict(options, finding, findings) +
            AllText(model, finding) + Text(model, finding);
  }
  return text;
}

std::string SearchJson(LuaModel& model, const SearchOptions& options,
                       const SearchFindings& findings) {
  const search::SearchProgress& progress = findings.result.progress;
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  json["seed"] = options.seed;
  json["executions"] = progress.executions;
  json["live"] = progress.live;
  json["longest"] = progress.latest_life;
  json["steps"] = progress.steps;
  json["length"] = findings.result.most_steps;
  json["complete"] = !findings.stopped;
  if (options.shard) AddShard(*options.shard, CallOfSearch(model, options), json);
  json["properties"] = Json::array();
  for (const SearchFinding& finding : findings.properties) {
    json["properties"].push_back(FindingJson(model, finding));
  }
  return DumpJson(json);
}

std::vector<OutputFile> SearchFiles(LuaModel& model, const SearchOptions& options,
                                    const SearchFindings& findings) {
  std::vector<OutputFile> files;
  if (!options.msc.empty()) AddCharts(model, options, findings, files);
  if (options.trace.empty()) return files;
  std::vector<trace::Trace> traces;
  const auto add = [&](const SearchFinding& finding, const Trace& run, const std::string& ending) {
    traces.push_back(RunTrace(model, options.model.path, run));
    traces.back().header.seed = options.seed;
    traces.back().header.strategy = "search";
    traces.back().header.property = finding.property->name + ending;
  };
  for (const SearchFinding& finding : findings.properties) {
    if (!finding.is_found) continue;
    add(finding, finding.run, "");
    if (finding.nearest_live) add(finding, *finding.nearest_live, " (comes to life)");
  }
  files.push_back(TraceFile("--trace", options.trace, traces));
  return files;
}

}  // namespace cpngen
