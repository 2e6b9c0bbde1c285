#include "systematic/program/search_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line/shard.h"

namespace systematic {
namespace {

using nlohmann::ordered_json;

std::string Plural(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string Verdict(const SearchFinding& finding, const SearchedHarness& searched) {
  if (!finding.is_found) {
    return fmt::format("nothing found in {}\n", Plural(searched.progress.executions, "execution"));
  }
  if (!finding.is_liveness) {
    return fmt::format("VIOLATED in execution {}: {}\n", finding.execution, finding.owed);
  }
  if (!finding.critical) {
    return fmt::format("suspected: not reached in execution {}; not looked into\n",
                       finding.execution);
  }
  const search::Critical& critical = *finding.critical;
  const std::string sure = critical.certain ? "certain: all that can follow was looked at"
                                            : "by " + Plural(critical.walks, "walk");
  if (finding.is_dead()) {
    return critical.step == 0 ? fmt::format("OUT OF REACH from the start ({})\n", sure)
                              : fmt::format("OUT OF REACH in execution {}, from step {} on ({})\n",
                                            finding.execution, critical.step, sure);
  }
  if (critical.step == 0) {
    return fmt::format("suspected: out of reach from the start, or --steps is too small ({})\n",
                       sure);
  }
  return fmt::format(
      "suspected: execution {} goes on without it, but from step {} on it may still be reached "
      "({}); more --steps decide it, unless it goes on so for ever\n",
      finding.execution, critical.step, sure);
}

std::string RunText(const std::string& title, const FoundRun& run, std::size_t first) {
  std::string text = fmt::format("  {}, {}:\n", title, Plural(run.choices.size(), "step"));
  if (first > 0) text += fmt::format("        ... {} as above\n", Plural(first, "step"));
  for (std::size_t i = first; i < run.choices.size(); ++i) {
    text += fmt::format("  {:4}  {}\n", i + 1, run.choices[i].text);
    for (const std::string& note : run.choices[i].notes) text += "        " + note + "\n";
  }
  return text;
}

std::string FindingText(const SearchFinding& finding) {
  if (!finding.is_found) return "";
  // A long run that is only suspected says nothing to people; --trace has it.
  if (finding.is_liveness && !finding.is_dead()) {
    return finding.owed.empty() ? "" : fmt::format("        -- at its end: {}\n", finding.owed);
  }
  std::string text = RunText(finding.is_liveness ? "the way there" : "execution", finding.run, 0);
  if (finding.is_dead()) {
    text += fmt::format(
        "        -- the critical step: from here on \"{}\" is out of reach without further "
        "faults\n",
        finding.property);
  }
  if (!finding.owed.empty()) text += fmt::format("        -- {}\n", finding.owed);
  if (!finding.live) return text;
  return text + RunText("nearest execution that comes to life", *finding.live, finding.shared);
}

ordered_json RunJson(const FoundRun& run) {
  ordered_json steps = ordered_json::array();
  for (const RecordedChoice& choice : run.choices) {
    steps.push_back({{"step", choice.text},
                     {"node", choice.machine},
                     {"kind", choice.kind},
                     {"from", choice.from},
                     {"what", choice.what},
                     {"notes", choice.notes}});
  }
  return steps;
}

ordered_json FindingJson(const SearchFinding& finding) {
  ordered_json json;
  json["property"] = finding.property;
  json["sort"] = finding.is_liveness ? "liveness" : "safety";
  for (const char* name : {"found", "execution", "begun", "critical", "certain", "walks",
                           "critical_event", "owed", "trace", "live_trace"}) {
    json[name] = nullptr;
  }
  if (!finding.is_found) return json;
  json["found"] = !finding.is_liveness ? "violated" : finding.is_dead() ? "dead" : "suspected";
  json["execution"] = finding.execution;
  json["begun"] = finding.begun;
  if (finding.critical) {
    json["critical"] = finding.critical->step;
    json["certain"] = finding.critical->certain;
    json["walks"] = finding.critical->walks;
  }
  if (finding.is_dead() && !finding.run.choices.empty()) {
    json["critical_event"] = RunJson(finding.run).back();
  }
  json["owed"] = finding.owed;
  json["trace"] = RunJson(finding.run);
  if (finding.live) json["live_trace"] = RunJson(*finding.live);
  return json;
}

/// What decides the findings, and is not said elsewhere: the same in all parts of a search.
ordered_json CallJson(const SearchCall& call) {
  return {{"--executions", std::to_string(call.executions)},
          {"--depth", std::to_string(call.depth)},
          {"--depth-step", std::to_string(call.depth_step)},
          {"--from-live", std::to_string(call.from_live)},
          {"--walks", std::to_string(call.walks)},
          {"--exact-states", std::to_string(call.exact_states)},
          {"--uniform", call.uniform ? "yes" : "no"}};
}

}  // namespace

std::string TimersOf(const SearchedHarness& searched) {
  if (!searched.harness->search->make) return "as they are";
  return searched.world.ordered ? "ordered" : "free";
}

std::string FaultsOf(const SearchedHarness& searched) {
  if (!searched.harness->search->make) return "as they are";
  if (searched.world.faults.empty()) return "none";
  std::string text;
  for (const std::string& fault : searched.world.faults) text += (text.empty() ? "" : ", ") + fault;
  return text;
}

std::string SearchListText(const std::vector<const HarnessInfo*>& harnesses) {
  std::string text;
  for (const HarnessInfo* harness : harnesses) {
    if (!harness->search) continue;
    text += fmt::format("{}: {}\n", harness->name, harness->about);
    for (const auto& [name, about] : harness->search->properties) {
      text += fmt::format("  property  {:<24} {}\n", name, about);
    }
    for (const auto& [name, about] : harness->search->faults) {
      text += fmt::format("  fault     {:<24} {}\n", name, about);
    }
  }
  return text;
}

std::string SearchText(const SearchedHarness& searched, const ProgramOptions& options) {
  const search::SearchProgress& progress = searched.progress;
  std::string text = fmt::format("{}: timers {}; faults {}; seed {}\n", searched.harness->name,
                                 TimersOf(searched), FaultsOf(searched), options.seed);
  if (searched.stopped) text += "partial: it was ended before it was done\n";
  text += fmt::format("{}, {} of them came to life, the slowest in {}; {} in all\n",
                      Plural(progress.executions, "execution"), progress.live,
                      Plural(progress.latest_life, "step"), Plural(progress.steps, "step"));
  if (options.search.from_live > 0) {
    text += fmt::format("they began at the end of {} in which each property had held\n",
                        Plural(searched.live_runs, "run"));
  }
  text += fmt::format("an execution has up to {}{}\n", Plural(searched.most_steps, "step"),
                      options.search.steps == 0 ? " (calibrated)" : " (--steps)");
  for (const SearchFinding& finding : searched.findings) {
    text += finding.property + ": " + Verdict(finding, searched) + FindingText(finding);
  }
  return text;
}

std::string SearchJson(const std::vector<SearchedHarness>& all, const ProgramOptions& options) {
  ordered_json searches = ordered_json::array();
  for (const SearchedHarness& searched : all) {
    const search::SearchProgress& progress = searched.progress;
    ordered_json json;
    json["harness"] = searched.harness->name;
    json["parameters"] = ordered_json::object();
    for (const auto& [name, value] : searched.harness->parameters) json["parameters"][name] = value;
    json["timers"] = TimersOf(searched);
    json["faults"] = searched.world.faults;
    json["seed"] = options.seed;
    json["executions"] = progress.executions;
    json["live"] = progress.live;
    json["longest"] = progress.latest_life;
    json["steps"] = progress.steps;
    json["length"] = searched.most_steps;
    json["complete"] = !searched.stopped;
    json["properties"] = ordered_json::array();
    for (const SearchFinding& finding : searched.findings) {
      json["properties"].push_back(FindingJson(finding));
    }
    searches.push_back(std::move(json));
  }
  ordered_json whole = ordered_json::object();
  if (options.shard) {
    whole["shard"] = command_line::ToText(*options.shard);
    whole["call"] = CallJson(options.search);
  }
  whole["searches"] = std::move(searches);
  return whole.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace systematic
