#include "adapter/report/explore_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "adapter/online/replay.h"
#include "adapter/report/report.h"
#include "trace/story.h"

namespace adapter {
namespace {

using online::Exploration;
using online::Failure;
using Json = nlohmann::ordered_json;

/// As many steps of a run are shown; its trace has all of them.
constexpr std::size_t kMostStepsShown = 40;

/// How a saved case is replayed.
RunOptions ReplayOptions(const ExploreReport& report) {
  RunOptions options;
  options.system = report.options.system;
  options.seed = report.options.seed;
  options.timeout = online::ReplayTimeout(report.patience);
  return options;
}

std::string Counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string Stimuli(std::uint64_t count) { return Counted(count, "stimulus", "stimuli"); }

/// What happened, without what the processes printed: that is in the files. Without the remark that
/// says why, too: it has a line of its own.
std::vector<std::string> StoryLines(const trace::Trace& trace) {
  trace::Trace run = trace;
  run.remarks.clear();
  while (!run.steps.empty() && run.steps.back().kind == trace::Kind::kNote) run.steps.pop_back();
  return trace::StoryOf(run, {.most_steps = kMostStepsShown});
}

std::string FailureLines(const Failure& failure, const CaseResult& saved,
                         const ExploreReport& report) {
  std::string text = fmt::format("FAIL run {}: {}\n", failure.number, failure.run.detail);
  for (const std::string& line : StoryLines(failure.run.trace)) {
    text += "  " + line + '\n';
  }
  if (!failure.run.why.empty()) text += "  why: " + failure.run.why + '\n';
  text +=
      failure.run.stimuli < failure.stimuli
          ? fmt::format("  shortened from {} to {}", Stimuli(failure.stimuli), failure.run.stimuli)
          : fmt::format("  {}", Stimuli(failure.stimuli));
  const online::Certainty& replays = failure.replays;
  if (replays.tries > 0) {
    text += fmt::format("; its case failed in {} of {}", replays.failed,
                        Counted(static_cast<std::uint64_t>(replays.tries), "replay", "replays"));
  }
  if (failure.same > 0) {
    text +=
        fmt::format("; {} failed in the same way", Counted(failure.same, "more run", "more runs"));
  }
  text += fmt::format(
      "\n  saved: {}, with trace and chart beside it; rerun: {}", saved.file,
      RerunCommand(saved.file, saved.suite, saved.id, saved.seed, ReplayOptions(report)));
  const int tries = replays.tries == 0 ? 1 : TriesToFail(replays);
  if (tries > 1) text += fmt::format(" --repeat {} --fail-fast", tries);
  return text + '\n';
}

std::string RunsText(const Exploration& exploration) {
  std::string text = fmt::format("{} passed", exploration.passed);
  if (exploration.failed > 0) text += fmt::format(", {} failed", exploration.failed);
  if (exploration.inconclusive > 0) {
    text += fmt::format(", {} inconclusive", exploration.inconclusive);
  }
  return text;
}

const char* LabelOf(const Exploration& exploration) {
  if (exploration.failed > 0) return "FAIL";
  return exploration.passed > 0 ? "PASS" : "INCONCLUSIVE";
}

}  // namespace

std::string TextExploration(const ExploreReport& report) {
  const Exploration& exploration = report.exploration;
  std::string text;
  for (std::size_t i = 0; i < exploration.failures.size(); ++i) {
    text += FailureLines(exploration.failures[i], report.saved[i], report);
  }
  if (exploration.inconclusive > 0) {
    text += fmt::format("inconclusive: {}\n", exploration.why_inconclusive);
  }
  if (exploration.interrupted) text += "interrupted\n";
  return text + fmt::format("{}: {} of {} in {:.1f} s, {}, {}, {} (system {}, seed {})\n",
                            LabelOf(exploration), RunsText(exploration),
                            Counted(exploration.runs(), "run", "runs"), exploration.seconds,
                            Stimuli(exploration.stimuli),
                            Counted(exploration.states, "situation", "situations"),
                            Counted(exploration.pairs, "pair", "pairs"), report.options.system.file,
                            report.options.seed);
}

std::string JsonExploration(const ExploreReport& report) {
  const Exploration& exploration = report.exploration;
  Json json = Json::parse(JsonReport(report.saved, ReplayOptions(report)));
  json["passed"] = exploration.passed;
  json["failed"] = exploration.failed;
  json["inconclusive"] = exploration.inconclusive;
  for (std::size_t i = 0; i < exploration.failures.size(); ++i) {
    const Failure& failure = exploration.failures[i];
    Json& saved = json["cases"][i];
    saved["run"] = failure.number;
    saved["why"] = failure.run.why;
    saved["stimuli"] = failure.run.stimuli;
    saved["stimuli_before"] = failure.stimuli;
    saved["repeated"] = failure.replays.tries;
    saved["failed_again"] = failure.replays.failed;
    saved["same"] = failure.same;
  }
  json["exploration"] = {{"model", report.options.model},
                         {"seconds", exploration.seconds},
                         {"stimuli", exploration.stimuli},
                         {"situations", exploration.states},
                         {"pairs", exploration.pairs},
                         {"most_markings", exploration.most_markings},
                         {"why_inconclusive", exploration.why_inconclusive},
                         {"interrupted", exploration.interrupted}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string JUnitExploration(const ExploreReport& report) {
  const Exploration& exploration = report.exploration;
  std::vector<CaseResult> results = report.saved;
  const std::uint64_t others = exploration.passed + exploration.inconclusive;
  if (others > 0) {
    CaseResult rest;
    rest.file = report.options.model;
    rest.suite = "explore " + report.options.model;
    rest.id = Counted(exploration.passed, "run passed", "runs passed");
    rest.seed = report.options.seed;
    rest.milliseconds = exploration.seconds * 1000;
    if (exploration.passed == 0) {
      rest.id = Counted(exploration.inconclusive, "run", "runs");
      rest.verdict.outcome = Outcome::kInconclusive;
      rest.verdict.detail = exploration.why_inconclusive;
    }
    results.push_back(std::move(rest));
  }
  return JUnitReport(results, ReplayOptions(report));
}

}  // namespace adapter
