#include "adapter/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "adapter/explore_options.h"
#include "adapter/option_parts.h"
#include "base/message_text.h"
#include "command_line/about_itself.h"
#include "command_line/definitions.h"
#include "command_line/shard_option.h"
#include "command_line/unknown_words.h"
#include "oracles/linearizability/check.h"

#ifndef CPNGEN_VERSION
#error "CPNGEN_VERSION must be defined by the build"
#endif

namespace adapter {
namespace {

constexpr const char* kDescription =
    "Replays test suites against a system under test and judges what it does.";

constexpr const char* kFooter = R"(
A suite is an XML file of test cases (docs/suite_format.md). With --system it is for a system of your
own (docs/drivers.md). Otherwise it is for one that comes with the adapter: `adapter kinds` lists what
the cases are about. Some bring up a whole system of replicas and clients over gRPC; the others test one
part of it alone. Every run of such a whole system is also judged by the system's safety rules, whatever
the case expects.

The Debian package has what is called docs/... here in /usr/share/doc/cpngen.

Examples:
  adapter run suites/                                      every *.xml in the folder
  adapter run system.xml --transport inproc --jobs 2       two cases at a time, without sockets
  adapter run system.xml --filter '#3$' --seed 7           case 3 only
  adapter run system.xml --repeat 1000                     is it flaky?
  adapter run suites/ --junit results.xml                  for a CI system
  adapter run lock.xml --system lock.system.lua            a system of your own (docs/drivers.md)
  adapter list suites/                                     what would run?
  adapter explore lock.lua --system lock.system.lua        online testing: the model leads and judges
  adapter driver-test --system lock.system.lua             does the driver keep to the protocol?
  adapter kinds                                            what kinds of cases are there?
  adapter faults                                           what can go wrong in a case?
  adapter linearizable history.jsonl --type register       is a history of clients linearizable?

Exit codes: 0 all passed; 1 some case failed; 2 the call or a suite is wrong, or no case was run;
3 none failed, but some case could not finish before its time-out (inconclusive).)";

constexpr const char* kRunFooter = R"(
Examples:
  adapter run suites/
  adapter run suites/system.xml --filter '#3$' --seed 7
  adapter run suites/ --trace failures/                    a chart of each failure
  adapter run suites/ --conform model.lua                  a model judges each run, too
  adapter run lock.xml --system lock.system.lua            a system of your own (docs/drivers.md)
  adapter run suites/ --coverage coverage/                 (in a build of preset `coverage`)
  adapter run suites/ --shard 2/3 --json > 2.json          one of three machines (docs/scaling.md)
  cpngen merge 1.json 2.json 3.json -o results.json        what one would have reported
)";

constexpr const char* kKindsFooter = R"(
Examples:
  adapter kinds
  adapter kinds wiretest                                   elements, how many, and what is in them
  adapter kinds wiretest --schema > wiretest.xsd           xmllint --noout --schema wiretest.xsd FILE
)";

constexpr const char* kLinearizableFooter = R"(
A history is a file with one JSON object a line for each operation, in any order:
  {"client": 1, "op": "write", "args": ["x", 5], "result": null, "begin": 10, "end": 12}
Moments are whole numbers of one clock. An operation that never returned has no "end": it may have taken
effect or not. What surely did not happen is left out. Operations, arguments and results of each type:
  register   read [key]: value or null; write [key, value]; the key may be left out
  cas        the same, and cas [key, expected, value]: true or false
  map        get [key]: value or null; put [key, value]; delete [key]: true, false or null (unknown)
  queue      put [value]; take []: value or null (it was empty)

Examples:
  adapter linearizable history.jsonl --type register
  adapter linearizable history.jsonl --type map --verbose     all that happened before what is wrong
  adapter linearizable history.jsonl --type queue --json      lines of the file, for programs

Exit codes: 0 linearizable; 1 not linearizable; 2 the call or the file is wrong; 3 undecided after
--max-steps.)";

const std::map<std::string, Transport> kTransports = {
    {"tcp", Transport::kTcp}, {"unix", Transport::kUnix}, {"inproc", Transport::kInProcess}};

void AddSelection(CLI::App& command, Selection& selection) {
  command.add_option("SUITE", selection.paths, "suite files, or folders with *.xml below them")
      ->required()
      ->expected(1, std::numeric_limits<int>::max());
  command
      .add_option("--filter", selection.filter,
                  "only cases in whose name, SUITE#ID, this regular expression is found")
      ->type_name("REGEX")
      ->expected(1);
}

void AddRunOptions(CLI::App& run, RunOptions& options, std::string& transport,
                   std::string& timeout) {
  AddSelection(run, options.selection);
  run.add_option("--transport", transport, "how replicas and clients talk")
      ->type_name("KIND")
      ->check(CLI::IsMember({"tcp", "unix", "inproc"}))
      ->capture_default_str();
  run.add_flag("--processes", options.processes,
               "run each replica in a process of its own; a crash is a SIGKILL");
  run.add_flag("--ordered", options.ordered,
               "replicas talk over ordered streams instead of an RPC for each message");
  run.add_option("--jobs", options.jobs, "cases that run at the same time")
      ->type_name("N")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  run.add_option("--timeout", timeout,
                 "after this a case is inconclusive, or fails if nothing happens in it any more")
      ->type_name("SPAN")
      ->check(CLI::Validator(CheckDuration, ""))
      ->capture_default_str();
  run.add_option("--junit", options.junit, "write the results as JUnit XML")->type_name("FILE");
  run.add_flag("--json", options.json, "print the results as JSON instead of text");
  run.add_flag("--verbose", options.verbose,
               "show what was done, expected and observed, of passing cases as well");
  run.add_option("--trace", options.trace,
                 "write there a trace file, a chart and logs of each case that does not pass; with "
                 "--verbose, of each case")
      ->type_name("DIR");
  run.add_option("--coverage", options.coverage,
                 "print what the tests cover, and write gcovr's pages there")
      ->type_name("DIR");
  CLI::Option* const conform =
      run.add_option("--conform", options.conform.model,
                     "a run must also be one of this model, whatever its case expects "
                     "(docs/conformance.md)")
          ->type_name("MODEL");
  run.add_option("--conform-spec", options.conform.specification,
                 "the model's test case specification that says what is seen of it; needed when "
                 "it has several")
      ->type_name("NAME")
      ->needs(conform);
  run.add_option("--repeat", options.repeat, "run every case N times; the k-th has seed S + k - 1")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  run.add_flag("--fail-fast", options.fail_fast, "stop at the first case that does not pass");
  command_line::AddShard(run, options.shard,
                         "run the I-th of N parts of the cases and their repetitions; cpngen merge "
                         "makes one report of those of all parts");
  run.add_option("--seed", options.seed,
                 "decides what is left to chance: in which order clients start, or what the "
                 "system's driver makes of it")
      ->type_name("S")
      ->check(CLI::Validator(CheckSeed, ""))
      ->capture_default_str();
  run.footer(kRunFooter);
}

void AddKindsOptions(CLI::App& kinds, KindsOptions& options) {
  CLI::Option* const kind =
      kinds.add_option("KIND", options.kind, "show the elements of its cases")->expected(1);
  kinds.add_flag("--schema", options.schema, "print the XML schema of its suites")->needs(kind);
  kinds.add_flag("--json", options.json, "print the list as JSON")->excludes(kind);
  kinds.footer(kKindsFooter);
}

void AddLinearizableOptions(CLI::App& command, linearizability::Question& question) {
  command.add_option("HISTORY", question.file, "the history: a JSON object a line")
      ->required()
      ->expected(1);
  command.add_option("--type", question.type, "what the operations are of")
      ->type_name("TYPE")
      ->required()
      ->check(CLI::IsMember({"register", "map", "cas", "queue"}));
  question.steps = oracles::linearizability::kDefaultBudget;
  command
      .add_option("--max-steps", question.steps,
                  "give up a search, of which each key has one, after so many operations tried")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
      ->capture_default_str();
  command.add_flag("--verbose", question.verbose,
                   "show the whole order that explains what came before the failure");
  command.add_flag("--json", question.json, "print the verdict as JSON");
  command.footer(kLinearizableFooter);
}

/// Where the values of arguments come from, for completion.
const command_line::ValueSources& CompletionSources() {
  using Kind = command_line::ValueSource::Kind;
  static const command_line::ValueSources kSources = {
      {"SUITE", {Kind::kFiles, {".xml"}}},
      {"MODEL", {Kind::kFiles, {".lua"}}},
      {"KIND", {Kind::kNames, {}}},
      {"HISTORY", {Kind::kFiles, {".jsonl"}}},
  };
  return kSources;
}

}  // namespace

Command ParseCommandLine(const std::vector<std::string>& arguments) {
  RunOptions run_options;
  ListOptions list_options;
  KindsOptions kinds_options;
  FaultsOptions faults_options;
  DriverTestOptions driver_test_options;
  ExploreArguments explore_arguments;
  std::string transport = "tcp";
  std::string timeout = DurationText(run_options.timeout);
  std::vector<std::string> definitions;  // of the one command that is called

  CLI::App app(kDescription, "adapter");
  app.footer(kFooter);
  app.set_version_flag("--version", "adapter " CPNGEN_VERSION);
  app.require_subcommand(1);
  CLI::App* const run = app.add_subcommand("run", "run test cases and report their verdicts");
  AddRunOptions(*run, run_options, transport, timeout);
  AddSystem(*run, run_options.system, definitions);
  for (const char* option : {"--transport", "--processes", "--ordered", "--coverage"}) {
    run->get_option("--system")->excludes(run->get_option(option));
  }
  CLI::App* const list = app.add_subcommand("list", "list test cases without running them");
  AddSelection(*list, list_options.selection);
  AddSystem(*list, list_options.system, definitions);
  list->add_flag("--json", list_options.json, "print the list as JSON");
  CLI::App* const kinds =
      app.add_subcommand("kinds", "list the kinds of cases, or what the cases of one kind have");
  AddKindsOptions(*kinds, kinds_options);
  AddSystem(*kinds, kinds_options.system, definitions);
  kinds->get_option("--system")->excludes(kinds->get_option("--schema"));
  CLI::App* const faults = app.add_subcommand(
      "faults", "list the faults that a case can ask for, and the points where they begin and end");
  AddSystem(*faults, faults_options.system, definitions);
  faults->add_flag("--json", faults_options.json, "print the list as JSON");
  CLI::App* const driver_test =
      app.add_subcommand("driver-test", "check that a driver keeps to the driver protocol");
  AddSystem(*driver_test, driver_test_options.system, definitions);
  driver_test->get_option("--system")->required();
  driver_test->add_flag("--json", driver_test_options.json, "print the checks as JSON");

  LinearizableOptions linearizable_options;
  CLI::App* const linearizable =
      app.add_subcommand("linearizable", "say whether a history of operations is linearizable");
  AddLinearizableOptions(*linearizable, linearizable_options.question);
  CLI::App* const explore = app.add_subcommand(
      "explore", "test a system online: its model chooses what to do, and judges what comes");
  AddExploreOptions(*explore, explore_arguments);

  command_line::AddHelpCommand(app);

  if (const auto about = command_line::AboutItself(arguments, app, CompletionSources())) {
    if (const auto* const names = std::get_if<command_line::Completion>(&*about)) {
      return KindNamesOptions{*names};
    }
    const auto& answer = std::get<command_line::Answer>(*about);
    return Exit{answer.refused ? 2 : 0, answer.text};
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForVersion& version) {
    return Exit{0, std::string(version.what()) + '\n'};
  } catch (const CLI::CallForHelp&) {
    return Exit{0, app.help()};
  } catch (const CLI::ParseError& error) {
    return Exit{2, command_line::Refusal(command_line::WhatIsWrong(error, app), app)};
  }
  if (explore->parsed()) {
    auto problem = command_line::ReadDefinitions("-D", "NAME=VALUE", explore_arguments.definitions,
                                                 explore_arguments.options.system.parameters);
    if (!problem) problem = FinishExploreOptions(explore_arguments);
    if (problem) return Exit{2, fmt::format("adapter: {}\n", base::MessageText(*problem))};
    return explore_arguments.options;
  }
  SystemOptions& system = list->parsed()          ? list_options.system
                          : kinds->parsed()       ? kinds_options.system
                          : faults->parsed()      ? faults_options.system
                          : driver_test->parsed() ? driver_test_options.system
                                                  : run_options.system;
  const auto wrong =
      command_line::ReadDefinitions("-D", "NAME=VALUE", definitions, system.parameters);
  if (wrong) return Exit{2, fmt::format("adapter: {}\n", base::MessageText(*wrong))};
  if (list->parsed()) return list_options;
  if (kinds->parsed()) return kinds_options;
  if (faults->parsed()) return faults_options;
  if (driver_test->parsed()) return driver_test_options;
  if (linearizable->parsed()) return linearizable_options;
  run_options.transport = kTransports.at(transport);
  if (run_options.processes && run_options.transport == Transport::kInProcess) {
    return Exit{2,
                "adapter: --processes needs --transport tcp or unix: processes share no memory\n"};
  }
  if (run_options.shard && !run_options.coverage.empty()) {
    return Exit{2,
                "adapter: --coverage counts what one process executes: leave out --shard, and run "
                "other cases at the same time with --jobs\n"};
  }
  run_options.timeout = *ParseDuration(timeout);
  return run_options;
}

}  // namespace adapter
