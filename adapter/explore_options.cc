#include "adapter/explore_options.h"

#include <fmt/format.h>

#include <CLI/Validators.hpp>
#include <cmath>
#include <limits>

#include "adapter/option_parts.h"
#include "command_line/definitions.h"

namespace adapter {
namespace {

constexpr const char* kExploreFooter = R"(
The model (docs/model_language.md) is the judge: at each step it says which stimuli are possible, one is
chosen and sent, and the system may answer whatever the model allows. A run that fails is made shorter
and saved in the folder of -o: as a suite with one case, which `adapter run` replays, as a trace and as a
chart. docs/online_testing.md tells more.

Examples:
  adapter explore lock.lua --system lock.system.lua
  adapter explore lock.lua --system lock.system.lua -P N=5 -D bug=forgets --seconds 10 -o failures
  adapter explore register.lua --system register.system.lua --spec online --seed 7 --runs 100 --all
  adapter explore lock.lua --system lock.system.lua --junit results.xml    for a CI system

Exit codes: 0 no run failed; 1 one failed; 2 the call, the model or the system file is wrong; 3 no run
failed, but all were inconclusive, a limit was met, or the exploration was interrupted.)";

constexpr double kMostSeconds = 86'400;  // a day

/// Not CLI::Range, which takes "nan", too.
CLI::Validator From(double low, double high) {
  return CLI::Validator(
      [=](const std::string& text) -> std::string {
        double number = 0;
        if (CLI::detail::lexical_cast(text, number) && number >= low && number <= high) return {};
        return fmt::format("{} is no number from {} to {}", text, low, high);
      },
      fmt::format("FLOAT in [{} - {}]", low, high));
}

std::chrono::milliseconds Milliseconds(double seconds) {
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

void AddLimits(CLI::App& explore, ExploreArguments& arguments) {
  ExploreOptions& options = arguments.options;
  explore
      .add_option("--seconds", arguments.seconds,
                  "begin no run after so long (default: 60, without --runs)")
      ->type_name("S")
      ->check(From(0.001, kMostSeconds));
  explore.add_option("--runs", options.runs, "end after so many runs")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  explore.add_option("--stimuli", options.stimuli, "end a run after so many stimuli")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  explore.add_flag("--all", options.all,
                   "go on after a failure; of runs that fail in the same way, one is kept");
  explore
      .add_option("--shrink-seconds", arguments.shrink_seconds,
                  "for each way to fail: shorten its run, and replay what is saved, for so long; "
                  "0: neither")
      ->type_name("S")
      ->check(From(0, kMostSeconds))
      ->capture_default_str();
  explore
      .add_option("--max-markings", options.max_markings,
                  "stop when more markings of the model explain a run")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
}

void AddChoices(CLI::App& explore, ExploreArguments& arguments) {
  ExploreOptions& options = arguments.options;
  explore
      .add_option("--seed", options.seed, "decides all choices, but not what the system answers")
      ->type_name("S")
      ->check(CLI::Validator(CheckSeed, ""))
      ->capture_default_str();
  explore
      .add_option("--wait", options.wait,
                  "probability to wait for a response before a stimulus (default: what the model "
                  "says, or 0.2)")
      ->type_name("P")
      ->check(From(0, 0.999));
  explore
      .add_option("--towards", arguments.towards,
                  "prefer stimuli that were rarely sent in the same situation: uncovered")
      ->type_name("GOAL")
      ->check(CLI::IsMember({"uncovered"}));
}

}  // namespace

void AddExploreOptions(CLI::App& explore, ExploreArguments& arguments) {
  ExploreOptions& options = arguments.options;
  explore
      .add_option("MODEL", options.model, "the model: a .lua file, or a folder with an init.lua")
      ->required()
      ->expected(1);
  explore
      .add_option("--spec", options.specification,
                  "the test case specification of the model; not needed if it has one only")
      ->type_name("NAME");
  explore
      .add_option("-P", arguments.model_definitions,
                  "set a parameter of the model; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  AddSystem(explore, options.system, arguments.definitions)->required();
  AddChoices(explore, arguments);
  AddLimits(explore, arguments);
  explore.add_option("-o,--output", options.folder, "folder for what is saved of failing runs")
      ->type_name("DIR")
      ->capture_default_str();
  explore.add_option("--junit", options.junit, "write the results as JUnit XML")->type_name("FILE");
  explore.add_flag("--json", options.json, "print the results as JSON instead of text");
  explore.footer(kExploreFooter);
}

std::optional<std::string> FinishExploreOptions(ExploreArguments& arguments) {
  ExploreOptions& options = arguments.options;
  options.towards_uncovered = !arguments.towards.empty();
  options.shortening = Milliseconds(arguments.shrink_seconds);
  // With a number of runs alone, time is no limit.
  const double without = options.runs ? kMostSeconds : 60;
  options.time = Milliseconds(arguments.seconds.value_or(without));
  return command_line::ReadDefinitions("-P", "NAME=VALUE", arguments.model_definitions,
                                       options.model_parameters);
}

}  // namespace adapter
