#include "systematic/main.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>

#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/message_text.h"
#include "base/output_place.h"
#include "base/parse_error.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "command_line/simple_program.h"
#include "command_line/standard_streams.h"
#include "systematic/errors.h"
#include "systematic/program/finding.h"
#include "systematic/program/harness_run.h"
#include "systematic/program/options.h"
#include "systematic/program/results.h"
#include "systematic/program/search_run.h"
#include "systematic/replay.h"
#include "systematic/schedule_file.h"
#include "systematic/strategies/parse.h"
#include "systematic/strategy.h"

namespace systematic {
namespace {

constexpr int kClean = 0;
constexpr int kFound = 1;
constexpr int kWrong = 2;
constexpr int kEndedBefore = 3;
constexpr std::size_t kMostScheduleBytes = 64u << 20;

class Program {
 public:
  Program(std::string called, std::string name, const std::vector<HarnessInfo>& harnesses,
          const ProgramOptions& options)
      : called_(std::move(called)),
        name_(std::move(name)),
        made_by_(name_ + ", cpngen " + CPNGEN_VERSION),
        harnesses_(harnesses),
        options_(options) {}

  int Run() {
    if (const std::string problem = ProblemOfOutputs(); !problem.empty()) return Refuse(problem);
    if (!options_.replay.empty()) return Replay();
    std::string problem;
    auto selected = Select(harnesses_, options_.tests, problem);
    if (!problem.empty()) return Refuse(problem);
    if (!options_.search.properties.empty()) return SearchFor(selected);
    std::erase_if(selected, [](const HarnessInfo* harness) { return !harness->make; });
    if (selected.empty()) {
      return Refuse(options_.tests.empty() ? "this program has no harness"
                                           : "--test: these harnesses are for --search only");
    }
    if (options_.list) {
      std::cout << (options_.json ? ListJson(selected) : ListText(selected));
      return kClean;
    }
    return RunAll(selected);
  }

 private:
  int Refuse(const std::string& problem) {
    std::cerr << base::MessageText(name_ + ": " + problem) << '\n';
    return kWrong;
  }

  std::string ProblemOfOutputs() const {
    if (!std::filesystem::is_directory(options_.output)) {
      return "--output: there is no folder '" + options_.output + "'";
    }
    if (options_.junit.empty()) return "";
    const std::string problem = base::ProblemOfOutput(options_.junit);
    return problem.empty() ? "" : "--junit: " + options_.junit + ": " + problem;
  }

  /// Why the strategy cannot run what was asked for; empty if it can.
  std::string ProblemOfParts(const Strategy& strategy) const {
    const bool in_shards = options_.shard && options_.shard->count > 1;
    if ((!in_shards && !options_.iteration) || !strategy.learns()) return "";
    return (options_.iteration ? "--iteration: " : "--shard: ") + options_.strategy +
           " goes from one schedule to the next, so that none can be run alone";
  }

  FindingOptions FindingOptionsOf(const base::Interrupt& interrupt) const {
    return {options_.minimize, options_.output, called_, made_by_,
            [&interrupt] { return interrupt.requested(); }};
  }

  int RunAll(const std::vector<const HarnessInfo*>& selected) {
    const MakeStrategy make = ParseStrategy(options_.strategy);
    if (const std::string problem = ProblemOfParts(*make({})); !problem.empty()) {
      return Refuse(problem);
    }
    const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
    base::Progress progress(::isatty(STDERR_FILENO) == 1 ? &std::cerr : nullptr);
    std::vector<Result> results;
    for (const HarnessInfo* harness : selected) {
      if (interrupt.requested()) break;
      Result result;
      result.run = RunHarness(*harness, make, options_, made_by_, interrupt, progress);
      if (const Schedule* schedule = ToReport(result.run)) {
        result.finding = Investigate(*harness, *schedule, FindingOptionsOf(interrupt));
      }
      if (!options_.json) std::cout << ResultText(result) << std::flush;
      const bool wrong = IsWrong(result);
      results.push_back(std::move(result));
      if (wrong && options_.fail_fast) break;
    }
    Publish(results);
    return CodeOf(results, selected.size(), interrupt);
  }

  /// What failed; with --iteration what ran.
  static const Schedule* ToReport(const HarnessRun& run) {
    if (run.result.failure) return &run.result.failure->schedule;
    return run.only ? &*run.only : nullptr;
  }

  static bool IsWrong(const Result& result) {
    return result.run.result.failure || result.run.result.nondeterminism;
  }

  void Publish(const std::vector<Result>& results) const {
    if (options_.json) std::cout << ResultsJson(results, options_);
    if (!options_.junit.empty()) {
      base::WriteFileAtomically(options_.junit, ResultsJUnit(results, name_));
    }
  }

  int CodeOf(const std::vector<Result>& results, std::size_t selected,
             const base::Interrupt& interrupt) {
    if (interrupt.requested()) {
      std::cerr << fmt::format("{}: interrupted; {} of {} harnesses have run\n", name_,
                               results.size(), selected);
    }
    bool ended_before = interrupt.requested();
    for (const Result& result : results) {
      if (IsWrong(result)) return kFound;
      ended_before = ended_before || result.run.ended_before(options_);
    }
    return ended_before ? kEndedBefore : kClean;
  }

  int SearchFor(const std::vector<const HarnessInfo*>& selected) {
    const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
    base::Progress progress(::isatty(STDERR_FILENO) == 1 ? &std::cerr : nullptr);
    const SearchAnswer answer = RunSearch(selected, options_, name_, interrupt, progress);
    if (!answer.problem.empty()) return Refuse("--search: " + answer.problem);
    std::cout << answer.output;
    for (const SearchFile& file : answer.files) base::WriteFileAtomically(file.path, file.text);
    if (!answer.note.empty()) std::cerr << base::MessageText(name_ + ": " + answer.note) << '\n';
    return answer.code;
  }

  int Replay() {
    const base::FileContents file = base::ReadFile(options_.replay, kMostScheduleBytes);
    if (!file.problem.empty()) {
      return Refuse("--replay: " + options_.replay + ": " + file.problem);
    }
    const Schedule schedule = ReadSchedule(file.bytes, options_.replay);
    const HarnessInfo* harness = HarnessOf(schedule);
    if (harness == nullptr) {
      return Refuse(options_.replay + ": it is a schedule of " + schedule.harness +
                    ", which is no harness of this program");
    }
    if (const auto why = WhyNotOf(*harness, schedule)) {
      return Refuse(options_.replay + ": " + *why);
    }
    return Replay(*harness, schedule);
  }

  const HarnessInfo* HarnessOf(const Schedule& schedule) const {
    for (const HarnessInfo& harness : harnesses_) {
      if (harness.name == schedule.harness) return &harness;
    }
    return nullptr;
  }

  int Replay(const HarnessInfo& harness, const Schedule& schedule) {
    const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
    Result result;
    result.run.harness = &harness;
    result.run.result.totals.executions = 1;
    FindingOptions options = FindingOptionsOf(interrupt);
    // What is replayed is not written over, unless it gets shorter.
    Recording recording = Record(harness, schedule);
    if (!recording.difference.empty()) {
      std::cerr << base::MessageText(name_ + ": " + options_.replay +
                                     ": not as it was recorded, at " + recording.difference)
                << '\n';
    }
    const bool violated = recording.schedule.violation.has_value();
    result.run.result.totals.choices = recording.choices.size();
    result.run.result.totals.longest = recording.choices.size();
    result.run.result.totals.violations = violated ? 1 : 0;
    if (violated) result.run.result.failure = Failure{};
    result.finding = violated && options_.minimize
                         ? Investigate(harness, recording.schedule, options)
                         : Reported(harness, std::move(recording));
    if (!options_.json) std::cout << ResultText(result);
    std::vector<Result> results;
    results.push_back(std::move(result));
    Publish(results);
    return violated ? kFound : kClean;
  }

  Finding Reported(const HarnessInfo& harness, Recording recording) const {
    Finding finding;
    FindCritical(harness, recording);
    finding.recording = std::move(recording);
    finding.replay = called_ + " --replay " + options_.replay;
    return finding;
  }

  const std::string called_;
  const std::string name_;
  const std::string made_by_;
  const std::vector<HarnessInfo>& harnesses_;
  const ProgramOptions& options_;
};

/// Runs the program; what is wrong with its inputs is said, and code 2.
int RunGuarded(Program& program, const std::string& name) {
  try {
    return program.Run();
  } catch (const StrategyError& error) {
    std::cerr << base::MessageText(name + ": --strategy: " + error.what()) << '\n';
  } catch (const HarnessError& error) {
    std::cerr << base::MessageText(name + ": the harness is wrong: " + error.what()) << '\n';
  } catch (const base::ParseError& error) {
    std::cerr << base::MessageText(error.what()) << '\n';
  } catch (const base::FileError& error) {
    std::cerr << base::MessageText(name + ": " + error.what()) << '\n';
  }
  return kWrong;
}

}  // namespace

int Main(int argc, char** argv, const std::vector<HarnessInfo>& harnesses) {
  command_line::PrepareStandardStreams();
  const std::string called = argc > 0 ? argv[0] : "systematic";
  const std::string name = std::filesystem::path(called).filename().string();
  CLI::App app{
      "Runs harnesses under a scheduler that makes every choice, and looks for "
      "schedules that break them.",
      name};
  app.set_version_flag("--version", name + ", cpngen " + CPNGEN_VERSION);
  ProgramOptions options;
  DeclareOptions(app, options);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto code = command_line::ParseOrAnswer(app, words)) return *code;
  std::string problem = ProblemOf(options);
  if (problem.empty()) problem = ProblemOfSearch(app, options.search);
  if (!problem.empty()) {
    std::cerr << base::MessageText(name + ": " + problem) << "\nTry: " << name << " --help\n";
    return kWrong;
  }
  Program program(called, name, harnesses, options);
  const int code = RunGuarded(program, name);
  return command_line::EndOfOutput(name, code, std::cout, std::cerr);
}

}  // namespace systematic
