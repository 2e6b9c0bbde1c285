#include "systematic/program/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

#include "base/nearest.h"
#include "command_line/shard_option.h"
#include "systematic/strategies/parse.h"

namespace systematic {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  {0}                                        every harness, 1000 schedules each\n"
    "  {0} --test NAME --strategy fair-pct:3 --schedules 100000 --workers 8\n"
    "  {0} --seconds 60 --coverage                until time is up; what was covered\n"
    "  {0} --shard 2/4 --schedules 1000000        the second of four machines' share\n"
    "  {0} --replay NAME.schedule                 a failing schedule again, with its report\n"
    "  {0} --replay NAME.schedule --minimize      a shorter one that fails in the same way\n"
    "  {0} --search list                          what can be searched for, and which faults\n"
    "  {0} --search PROPERTY --msc found.svg      the step that puts it out of reach, as a chart\n"
    "\n"
    "Exit codes: 0 nothing was found; 1 a monitor objected; 2 the call, an input or the harness "
    "is\n"
    "wrong, or an output cannot be written; 3 it ended before it was done.";

/// Strategies, one a line.
std::string Strategies() {
  std::string text = "Strategies:";
  for (const StrategyForm& strategy : StrategyForms()) {
    text += fmt::format("\n  {:<20} {}", strategy.form, strategy.about);
  }
  return text;
}

/// Whether the pattern, in which '*' stands for anything, is the whole name.
bool Matches(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t i = star; i <= name.size(); ++i) {
    if (Matches(rest, name.substr(i))) return true;
  }
  return false;
}

void DeclareWhat(CLI::App& app, ProgramOptions& options) {
  app.add_flag("--list-tests", options.list, "print the harnesses, and run nothing");
  app.add_option("--test", options.tests,
                 "only this harness, or those that fit a pattern such as 'disk-*'; may be given "
                 "several times")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--strategy", options.strategy, "who makes the choices, as listed below")
      ->type_name("STRATEGY")
      ->capture_default_str();
  app.add_option("--schedules", options.schedules,
                 "run so many schedules of each harness; 1000 unless --seconds is given")
      ->type_name("N")
      ->check(WholeNumber(1));
  app.add_option("--seconds", options.seconds, "spend at most so long on each harness")
      ->type_name("S")
      ->check(CLI::Range(0.001, 1e9));
  app.add_flag("--all", options.all, "go on after the first violation, and count them");
  app.add_flag("--fail-fast", options.fail_fast,
               "leave out the harnesses after the first that fails");
}

void DeclareHow(CLI::App& app, ProgramOptions& options) {
  app.add_option("--seed", options.seed, "where all random choices come from")
      ->type_name("N")
      ->check(WholeNumber(0))
      ->capture_default_str();
  app.add_option("--iteration", options.iteration,
                 "run only the schedule of this number, counted from 0, with its report")
      ->type_name("N")
      ->check(WholeNumber(0));
  app.add_option("--length", options.length,
                 "steps of an execution, about, for strategies that have to know; measured "
                 "otherwise")
      ->type_name("N")
      ->check(WholeNumber(1));
  app.add_option("--workers", options.workers, "threads; what is found does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--check-every", options.check_every,
                 "run the first, every Nth and every failing schedule twice, and compare; 0: none")
      ->type_name("N")
      ->check(WholeNumber(0))
      ->capture_default_str();
  command_line::AddShard(
      app, options.shard,
      "run the I-th of N shares of the schedules, or of a search's executions, I from 1 to N; "
      "cpngen merge adds up what they print with --json");
}

void DeclareResults(CLI::App& app, ProgramOptions& options) {
  app.add_option("--replay", options.replay, "run this schedule again, and report it")
      ->type_name("FILE");
  app.add_flag("--minimize", options.minimize,
               "look for a short schedule that fails in the same way, at most 500 replays");
  app.add_flag("--json", options.json, "print the results as JSON instead of text");
  app.add_option("--junit", options.junit, "write the results as JUnit XML")->type_name("FILE");
  app.add_flag("--coverage", options.coverage,
               "count the events, pairs of events and states that were met, and show how the "
               "counts grew: when they hardly do any more, it is enough");
  app.add_option("-o,--output", options.output,
                 "the folder for what a violation leaves: NAME.schedule, NAME.html and "
                 "NAME.trace.json")
      ->type_name("DIR")
      ->capture_default_str();
}

}  // namespace

CLI::Validator WholeNumber(std::uint64_t least) {
  return CLI::Validator(
      [least](std::string& text) -> std::string {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc{} && end == text.data() + text.size() && number >= least) return "";
        return fmt::format("'{}' is not what is needed: write a number from {} to 2^64 - 1", text,
                           least);
      },
      "");
}

void DeclareOptions(CLI::App& app, ProgramOptions& options) {
  DeclareWhat(app, options);
  DeclareHow(app, options);
  DeclareResults(app, options);
  DeclareSearch(app, options);
  app.footer("\n" + Strategies() + "\n\n" + fmt::format(kExamples, app.get_name()));
}

std::string ProblemOf(const ProgramOptions& options) {
  if (!options.replay.empty() && (options.schedules || options.seconds || options.iteration)) {
    return "--replay runs one schedule: leave out --schedules, --seconds and --iteration";
  }
  if (options.iteration && (options.schedules || options.shard)) {
    return "--iteration runs one schedule: leave out --schedules and --shard";
  }
  if (options.all && options.iteration) return "--iteration runs one schedule: leave out --all";
  return "";
}

std::vector<const HarnessInfo*> Select(const std::vector<HarnessInfo>& harnesses,
                                       const std::vector<std::string>& tests,
                                       std::string& problem) {
  std::vector<std::string> names;
  for (const HarnessInfo& harness : harnesses) names.push_back(harness.name);
  for (const std::string& test : tests) {
    const auto fits = [&test](const std::string& name) { return Matches(test, name); };
    if (std::ranges::any_of(names, fits)) continue;
    problem =
        fmt::format("--test: there is no harness '{}'{}", test, base::DidYouMean(test, names));
    if (problem.ends_with("'")) problem += "; --list-tests prints them";
    return {};
  }
  std::vector<const HarnessInfo*> selected;
  for (const HarnessInfo& harness : harnesses) {
    const auto fits = [&harness](const std::string& test) { return Matches(test, harness.name); };
    if (tests.empty() || std::ranges::any_of(tests, fits)) selected.push_back(&harness);
  }
  return selected;
}

}  // namespace systematic
