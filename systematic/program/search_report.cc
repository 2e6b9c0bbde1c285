#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "systematic/program/search_run.h"
#include "trace/trace.h"
#include "trace/trace_file.h"

namespace systematic {
namespace {

using nlohmann::ordered_json;

std::string Plural(std::uint64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

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

std::string Verdict(const SearchFinding& finding, const SearchedHarness& searched) {
  if (!finding.is_found) {
    return fmt::format("nothing found in {}\n",
                       Plural(searched.result.progress.executions, "execution"));
  }
  if (!finding.is_liveness) {
    return fmt::format("VIOLATED in execution {}: {}\n", finding.execution, finding.owed);
  }
  if (!finding.critical) {
    return fmt::format("suspected: not reached in execution {}; not looked into\n",
                       finding.execution);
  }
  const search::Critical& critical = *finding.critical;
  const std::string walks = Plural(critical.walks, "walk");
  if (finding.is_dead()) {
    return critical.step == 0
               ? fmt::format("OUT OF REACH from the start (by {})\n", walks)
               : fmt::format("OUT OF REACH in execution {}, from step {} on (by {})\n",
                             finding.execution, critical.step, walks);
  }
  if (critical.step == 0) {
    return fmt::format("suspected: out of reach from the start, or --steps is too small (by {})\n",
                       walks);
  }
  return fmt::format(
      "suspected: execution {} goes on without it, but from step {} on it may still be reached "
      "(by {}); more --steps decide it, unless it goes on so for ever\n",
      finding.execution, critical.step, walks);
}

std::string RunText(const std::string& title, const FoundRun& run, std::size_t first) {
  std::string text = fmt::format("  {}, {}:\n", title, Plural(run.steps.size(), "step"));
  if (first > 0) text += fmt::format("        ... {} as above\n", Plural(first, "step"));
  for (std::size_t i = first; i < run.steps.size(); ++i) {
    text += fmt::format("  {:4}  {}\n", i + 1, run.steps[i].step.text);
    for (const std::string& note : run.steps[i].notes) text += "        " + note + "\n";
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
  for (const FoundStep& found : run.steps) {
    steps.push_back({{"step", found.step.text},
                     {"node", found.step.machine},
                     {"kind", found.step.kind},
                     {"from", found.step.from},
                     {"what", found.step.what},
                     {"notes", found.notes}});
  }
  return steps;
}

ordered_json FindingJson(const SearchFinding& finding) {
  ordered_json json;
  json["property"] = finding.property;
  json["sort"] = finding.is_liveness ? "liveness" : "safety";
  for (const char* name : {"found", "execution", "critical", "certain", "walks", "critical_event",
                           "owed", "trace", "live_trace"}) {
    json[name] = nullptr;
  }
  if (!finding.is_found) return json;
  json["found"] = !finding.is_liveness ? "violated" : finding.is_dead() ? "dead" : "suspected";
  json["execution"] = finding.execution;
  if (finding.critical) {
    json["critical"] = finding.critical->step;
    json["certain"] = finding.critical->certain;
    json["walks"] = finding.critical->walks;
  }
  if (finding.is_dead() && !finding.run.steps.empty()) {
    json["critical_event"] = RunJson(finding.run).back();
  }
  json["owed"] = finding.owed;
  json["trace"] = RunJson(finding.run);
  if (finding.live) json["live_trace"] = RunJson(*finding.live);
  return json;
}

trace::Kind KindOf(const StepText& step) {
  if (!step.is_step) return trace::Kind::kChoice;
  switch (step.option) {
    case OptionKind::kMessage:
      return step.from.empty() ? trace::Kind::kEvent : trace::Kind::kDeliver;
    case OptionKind::kTimer:
      return trace::Kind::kTimer;
    case OptionKind::kClient:
      return trace::Kind::kStimulus;
    case OptionKind::kFault:
    case OptionKind::kRepair:
      return trace::Kind::kFault;
    default:
      return trace::Kind::kEvent;
  }
}

/// Those that have one.
trace::Fields WithValues(trace::Fields parts) {
  std::erase_if(parts, [](const auto& part) { return part.second.empty(); });
  return parts;
}

/// The step in which the machine starts, if the trace has it.
std::size_t StartOf(const std::string& machine, const trace::Trace& trace) {
  for (std::size_t i = 0; i < trace.header.nodes.size(); ++i) {
    if (trace.header.nodes[i] == machine) return i + 1;
  }
  return 0;
}

/// `numbers` are those of the steps so far, by number of the choice.
trace::Step StepOf(const FoundStep& found, const std::vector<std::size_t>& numbers,
                   const trace::Trace& trace) {
  const StepText& text = found.step;
  trace::Step step;
  step.kind = KindOf(text);
  step.node = text.machine;
  const bool is_fault = step.kind == trace::Kind::kFault;
  step.name = is_fault || text.what.empty() ? text.kind : text.what;
  // "reply Prepare" and "request Prepare" are two; there is one "deliver".
  if (step.kind == trace::Kind::kDeliver && step.name == text.what && text.kind != "deliver") {
    step.name = text.kind + ' ' + text.what;
  }
  if (step.name.empty()) step.name = "step";
  // A crash is possible since the start, whatever happened last.
  if (!is_fault || !text.from.empty()) step.cause = numbers[text.cause];
  if (text.cause == 0 && !text.from.empty()) step.cause = StartOf(text.from, trace);
  std::string from = text.from;
  if (step.kind == trace::Kind::kDeliver && step.cause > 0) from = trace.steps[step.cause - 1].node;
  if (!from.empty()) step.fields.emplace_back("from", from);
  if (is_fault && !text.what.empty()) step.fields.emplace_back("message", text.what);
  step.state = found.state;
  step.key = text.text;
  return step;
}

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
  for (const MachineState& machine : run.start) {
    trace.header.nodes.push_back(machine.machine);
    trace.Add({.kind = trace::Kind::kNote,
               .node = machine.machine,
               .name = "starts",
               .state = WithValues(machine.parts)});
  }
  std::vector<std::size_t> numbers{0};  // of steps of the trace, by number of the choice
  for (const FoundStep& found : run.steps) {
    numbers.push_back(trace.Add(StepOf(found, numbers, trace)));
    for (const std::string& note : found.notes) {
      // Who says it is the node.
      const std::string who = found.step.machine + ": ";
      trace.Add({.kind = trace::Kind::kNote,
                 .node = found.step.machine,
                 .name = note.starts_with(who) ? note.substr(who.size()) : note,
                 .cause = numbers.back()});
    }
  }
  if (is_critical) trace.critical = numbers.back();
  trace.dead_end = run.at_end;
  return trace;
}

}  // namespace

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
  const search::SearchProgress& progress = searched.result.progress;
  std::string text = fmt::format("{}: timers {}; faults {}; seed {}\n", searched.harness->name,
                                 TimersOf(searched), FaultsOf(searched), options.seed);
  if (searched.stopped) text += "partial: it was ended before it was done\n";
  text += fmt::format("{}, {} of them came to life, the slowest in {}; {} in all\n",
                      Plural(progress.executions, "execution"), progress.live,
                      Plural(progress.latest_life, "step"), Plural(progress.steps, "step"));
  text += fmt::format("an execution has up to {}{}\n", Plural(searched.result.most_steps, "step"),
                      options.search.steps == 0 ? " (calibrated)" : " (--steps)");
  for (const SearchFinding& finding : searched.findings) {
    text += finding.property + ": " + Verdict(finding, searched) + FindingText(finding);
  }
  return text;
}

std::string SearchJson(const std::vector<SearchedHarness>& all, const ProgramOptions& options) {
  ordered_json searches = ordered_json::array();
  for (const SearchedHarness& searched : all) {
    const search::SearchProgress& progress = searched.result.progress;
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
    json["length"] = searched.result.most_steps;
    json["complete"] = !searched.stopped;
    json["properties"] = ordered_json::array();
    for (const SearchFinding& finding : searched.findings) {
      json["properties"].push_back(FindingJson(finding));
    }
    searches.push_back(std::move(json));
  }
  const ordered_json whole = {{"searches", std::move(searches)}};
  return whole.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

std::string SearchTraces(const std::vector<SearchedHarness>& all, const ProgramOptions& options,
                         const std::string& made_by) {
  std::vector<trace::Trace> traces;
  for (const SearchedHarness& searched : all) {
    for (const SearchFinding& finding : searched.findings) {
      if (!finding.is_found) continue;
      const bool is_critical = finding.is_dead() && finding.critical->step > 0;
      traces.push_back(TraceOf(searched, finding, finding.run, is_critical, options, made_by));
      traces.back().outcome = trace::Outcome::kViolated;
      traces.back().detail = finding.owed;
      if (is_critical) {
        traces.back().remarks.push_back(
            {traces.back().steps.size(),
             fmt::format("the critical step: from here on \"{}\" is out of reach",
                         finding.property),
             ""});
      }
      if (!finding.live) continue;
      traces.push_back(TraceOf(searched, finding, *finding.live, false, options, made_by));
      traces.back().header.property += " (comes to life)";
      traces.back().outcome = trace::Outcome::kHolds;
    }
  }
  return trace::Write(traces);
}

}  // namespace systematic
