// Measures what it takes to find the bugs of the case studies, and that without them nothing is
// found; prints tables in Markdown, as docs/systematic_results.md has them.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "examples/systematic/subjects.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace {

using case_studies::Subject;
using Clock = std::chrono::steady_clock;

// The first execution that failed, and how many did.
struct Measured {
  std::optional<std::uint64_t> schedules;
  std::uint64_t choices = 0;
  double seconds = 0;
  systematic::RunResult result;
};

Measured Measure(const Subject& subject, const std::string& strategy, std::uint64_t most,
                 std::uint64_t seed) {
  Measured measured;
  systematic::RunOptions options;
  options.schedules = most / subject.part;
  options.seed = seed;
  options.stop_at_first = false;
  const auto begin = Clock::now();
  options.on_execution = [&](std::uint64_t iteration, const systematic::Outcome& outcome,
                             const systematic::Scheduler&) {
    if (!outcome.violation || measured.schedules) return;
    measured.schedules = iteration + 1;
    measured.choices = outcome.choices;
    measured.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  };
  measured.result =
      systematic::RunSchedules(subject.harness, systematic::ParseStrategy(strategy), options);
  return measured;
}

void PrintBugs(const std::vector<std::string>& strategies, std::uint64_t most, std::uint64_t seed) {
  std::printf("| bug | strategy | schedules | choices | seconds | %% buggy | of | monitor |\n");
  std::printf("|-|-|-|-|-|-|-|-|\n");
  for (const Subject& subject : case_studies::WithBugs()) {
    for (const std::string& strategy : strategies) {
      const Measured measured = Measure(subject, strategy, most, seed);
      const auto& totals = measured.result.totals;
      std::printf("| %s%s | %s | ", subject.harness.name.c_str(), subject.own_case ? " ◇" : "",
                  strategy.c_str());
      if (measured.schedules) {
        std::printf("%llu | %llu | %.2f | %.3f",
                    static_cast<unsigned long long>(*measured.schedules),
                    static_cast<unsigned long long>(measured.choices), measured.seconds,
                    100.0 * static_cast<double>(totals.violations) /
                        static_cast<double>(totals.executions));
      } else {
        std::printf("not found | - | - | -");
      }
      std::printf(" | %llu | %s |\n", static_cast<unsigned long long>(totals.executions),
                  measured.schedules ? measured.result.failure->violation.monitor.c_str() : "-");
      std::fflush(stdout);
    }
  }
}

int PrintClean(const std::vector<std::string>& strategies, std::uint64_t most, std::uint64_t seed) {
  int violations = 0;
  std::printf("| harness | strategy | schedules | violations | cut off | choices each |\n");
  std::printf("|-|-|-|-|-|-|\n");
  for (const Subject& subject : case_studies::WithoutBugs()) {
    for (const std::string& strategy : strategies) {
      const auto totals = Measure(subject, strategy, most, seed).result.totals;
      violations += totals.violations > 0 ? 1 : 0;
      std::printf("| %s | %s | %llu | %llu | %llu | %.1f |\n", subject.harness.name.c_str(),
                  strategy.c_str(), static_cast<unsigned long long>(totals.executions),
                  static_cast<unsigned long long>(totals.violations),
                  static_cast<unsigned long long>(totals.cut_off),
                  static_cast<double>(totals.choices) / static_cast<double>(totals.executions));
      std::fflush(stdout);
    }
  }
  return violations == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What it takes to find the bugs of the case studies, as tables in Markdown.");
  std::vector<std::string> strategies = {"random", "pct:3", "fair-pct:3"};
  std::uint64_t schedules = 100'000;
  std::uint64_t seed = 1;
  bool clean = false;
  app.add_option("--strategy", strategies, "strategies to measure")->capture_default_str();
  app.add_option("--schedules", schedules, "executions of the table; the others have fewer")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{100}, std::uint64_t{1'000'000'000}));
  app.add_option("--seed", seed, "of all strategies")->capture_default_str();
  app.add_flag("--clean", clean, "without bugs: nothing is to be found");
  CLI11_PARSE(app, argc, argv);
  try {
    if (clean) return PrintClean(strategies, schedules, seed);
    PrintBugs(strategies, schedules, seed);
    return 0;
  } catch (const systematic::StrategyError& error) {
    std::fprintf(stderr, "systematic_examples_table: %s\n", error.what());
    return 2;
  }
}
