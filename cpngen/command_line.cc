#include "cpngen/command_line.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/message_text.h"
#include "command_line/about_itself.h"
#include "command_line/definitions.h"
#include "command_line/shard_option.h"
#include "command_line/unknown_words.h"
#include "cpngen/completion.h"
#include "cpngen/limits/model_limits.h"
#include "cpngen/options/check_options.h"
#include "cpngen/options/conform_options.h"
#include "cpngen/options/debug_options.h"
#include "cpngen/options/explore_options.h"
#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_checks.h"
#include "cpngen/options/option_values.h"
#include "cpngen/options/reduction_options.h"
#include "cpngen/options/report_options.h"
#include "cpngen/options/search_options.h"
#include "cpngen/version.h"
#include "mcc/examination.h"
#include "model_coverage/points.h"
#include "systematic/strategies/parse.h"

namespace cpngen {
namespace {

/// Options as CLI11 fills them; made into a Command when all are known to be right.
struct Arguments {
  ModelArguments model;
  std::vector<std::string> definitions;
  std::vector<std::string> initial_markings;
  std::vector<std::string> model_limits;
  SimulateOptions simulate;
  GenerateOptions generate;
  SpaceOptions space;
  DrawOptions draw;
  DescribeOptions describe;
  ImportOptions importing;
  ExportOptions exporting;
  MccOptions mcc;
  CheckOptions check;
  ConformOptions conform;
  CoverOptions cover;
  ReportOptions report;
  SearchOptions search;
  DebugOptions debug;
  ExploreOptions explore;
  MergeOptions merge;
  bool state_space = false;
  std::uint64_t simulations = 0;
};

void AddModel(CLI::App& command, Arguments& arguments) {
  command
      .add_option("MODEL", arguments.model.path,
                  "a .lua file, a folder with an init.lua, a .cpn file, or a .pnml file")
      ->required();
  command
      .add_option("-D", arguments.definitions,
                  "set a parameter of the model; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--initial", arguments.initial_markings,
                  "give a place another initial marking, written as in the model; may be given "
                  "several times")
      ->type_name("PLACE=INSCRIPTION")
      ->allow_extra_args(false);
  command
      .add_option("--with", arguments.model.extensions,
                  "a .lua file to run after the model, with more test case specifications, "
                  "properties, ...; may be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--model-limit", arguments.model_limits,
                  "what the model's code may use: instructions of a call, bytes of its memory and "
                  "of a string, parts of a value; may be given several times")
      ->type_name("NAME=NUMBER[K|M|G|T]")
      ->allow_extra_args(false);
  command.add_flag("--partial", arguments.model.partial,
                   "take a .cpn file of which not everything can be translated");
}

/// What `simulate` needs to look for violations by strategies.
CLI::Option* AddSchedules(CLI::App& command, ScheduleOptions& search) {
  CLI::Option* const schedules =
      command
          .add_option("--schedules", search.schedules,
                      "look for violated properties in N runs under a strategy")
          ->type_name("N")
          ->check(WholeNumber(1, UINT64_MAX / 4));
  command.add_option("--strategy", search.strategy, "who picks the next step")
      ->type_name("NAME[:N]")
      ->capture_default_str()
      ->needs(schedules);
  command
      .add_option("--machines", search.machines,
                  "what the priorities of strategies are given to: process, transition, binding, "
                  "or var:NAME,... for the value of a variable")
      ->type_name("RULE")
      ->capture_default_str()
      ->needs(schedules);
  AddNumber(command, "--length", search.length,
            "steps of a run, about, for strategies that change priorities; 0: measured")
      ->needs(schedules);
  command
      .add_option("--temperature", search.temperature,
                  "suspect what EV claims after N steps without it under a fair strategy (default: "
                  "five times --steps; 0: never)")
      ->type_name("N")
      ->check(WholeNumber(0, UINT64_MAX))
      ->needs(schedules);
  AddNumber(command, "--workers", search.workers, "threads; no result depends on it", 1,
            kMostWorkers)
      ->needs(schedules);
  command
      .add_option("--schedule-file", search.file,
                  "write the schedules of what is found, for --replay")
      ->type_name("FILE")
      ->needs(schedules);
  return schedules;
}

/// The strategies, a line each.
std::string StrategiesText() {
  constexpr std::size_t kColumn = 22;
  std::string text = "Strategies:\n";
  for (const systematic::StrategyForm& form : systematic::StrategyForms()) {
    text += fmt::format("  {:<{}}{}\n", form.form, kColumn, form.about);
  }
  return text;
}

CLI::App* AddSimulate(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("simulate", "print one run, step by step");
  SimulateOptions& options = arguments.simulate;
  AddModel(*command, arguments);
  auto* const seed = AddNumber(*command, "--seed", options.seed,
                               "decides all random choices; of several runs, those of the first");
  auto* const steps = AddNumber(*command, "--steps", options.steps, "stop a run after N steps");
  command->add_flag("--json", options.json, "print the run, or what was found, as JSON");
  auto* const replay = command
                           ->add_option("--replay", options.replay,
                                        "take the steps of this trace file, schedule file, or "
                                        "record, instead")
                           ->type_name("FILE")
                           ->excludes(seed)
                           ->excludes(steps);
  auto* const runs =
      command
          ->add_option("--runs", options.runs,
                       "look for violated properties in N runs, with the seeds S, S+1, ...")
          ->type_name("N")
          ->check(WholeNumber(1, UINT64_MAX))
          ->excludes(replay);
  command_line::AddShard(*command, options.shard,
                         "do the I-th of N parts of the runs; cpngen merge adds up what the parts "
                         "print with --json")
      ->needs(runs);
  AddSchedules(*command, options.search)->excludes(replay)->excludes(runs);
  command
      ->add_option("--property", options.properties,
                   "with --runs and --schedules: look for this one, may be given several times "
                   "(default: all that a run can violate); with --replay: the one of a trace file "
                   "whose run to take")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("-o,--record,--trace", options.record,
                   "write the run, or those found, as a trace file, for --replay")
      ->type_name("FILE");
  command
      ->add_option("--msc", options.msc, "draw the run, or those found, as message sequence charts")
      ->type_name("FILE.svg|FILE.mmd");
  AddLimits(*command, options.limits);
  command->footer(kSimulateFooter + StrategiesText());
  return command;
}

CLI::App* AddGenerate(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("generate", "generate a test suite");
  GenerateOptions& options = arguments.generate;
  AddModel(*command, arguments);
  command
      ->add_option("--spec", options.specification,
                   "the model's test case specification; may be left out if it has one only")
      ->type_name("NAME");
  CLI::Option_group* const method = command->add_option_group("Method", "how to find test cases");
  method->add_flag("--state-space", arguments.state_space, "all that the model has");
  AddNumber(*method, "--simulations", arguments.simulations, "those of N random runs", 1)
      ->default_str("");
  method->require_option(1);
  AddNumber(*command, "--seed", options.seed, "simulations: run i depends on the seed and i alone");
  AddNumber(*command, "--steps", options.steps,
            "simulations: a run that is not over after N steps is no test case");
  command
      ->add_option("--observations", options.observations,
                   "a case ends once N observations were made and the system has answered")
      ->type_name("N")
      ->check(WholeNumber(1, UINT64_MAX));
  AddNumber(*command, "--jobs", options.jobs, "simulations: workers", 1, 256);
  AddNumber(*command, "--max-states", options.max_states, "state space: give up beyond N", 1,
            4'000'000'000);
  AddNumber(*command, "--max-cases", options.max_cases,
            "state space: give up beyond N; with --goal: write at most N", 1);
  AddReduction(*command, options.reduction);
  method
      ->add_option("--goal", options.goal,
                   "few, of the state space, that cover all that can be reached")
      ->type_name("transitions|bindings|arcs|pairs|mcdc")
      ->check(CLI::IsMember({"transitions", "bindings", "arcs", "pairs", "mcdc"}));
  command
      ->add_option("--cover-missing", options.cover_missing,
                   "with --goal: only cases for what this suite does not cover")
      ->type_name("SUITE")
      ->needs("--goal");
  command->add_option("-o", options.output, "the suite; - for standard output")
      ->type_name("FILE")
      ->required();
  command->add_flag("--merge", options.merge,
                    "make one case with alternatives of cases in which the system answers the same "
                    "stimuli in different ways");
  command->add_flag("--split", options.split, "one file per test case");
  command_line::AddShard(*command, options.shard,
                         "simulations: do the I-th of N parts of the runs, and write a part of the "
                         "suite; cpngen merge makes the suite of all parts");
  command->add_flag("--json", options.json, "print a summary as JSON");
  AddLimits(*command, options.limits);
  command->footer(kGenerateFooter);
  return command;
}

CLI::App* AddMerge(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("merge", "put the parts of a call (--shard) together");
  MergeOptions& options = arguments.merge;
  command->add_option("PART", options.parts, "what the parts wrote: one file each, in any order")
      ->required();
  command
      ->add_option("-o", options.output, "what one call would have written; - for standard output")
      ->type_name("FILE")
      ->required();
  command->add_flag("--split", options.split, "of a suite: one file per test case");
  AddLimits(*command, options.limits);
  command->footer(kMergeFooter);
  return command;
}

CLI::App* AddDebug(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("debug", "look at a run step by step, and try others");
  AddModel(*command, arguments);
  AddDebugOptions(*command, arguments.debug);
  return command;
}

CLI::App* AddSearch(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand(
      "search", "look for dead states where the state space is too large, and for what kills");
  AddModel(*command, arguments);
  AddSearchOptions(*command, arguments.search);
  return command;
}

CLI::App* AddExplore(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("explore", "show the model or a trace as a page in the browser");
  AddModel(*command, arguments);
  AddExploreOptions(*command, arguments.explore);
  return command;
}

CLI::App* AddCover(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("cover", "say what test suites and recorded runs cover of the model");
  CoverOptions& options = arguments.cover;
  AddModel(*command, arguments);
  command->add_option("FILE", options.files, "test suites, and trace files or records of runs")
      ->required();
  command
      ->add_option("--spec", options.specification,
                   "the test case specification of the suites (default: the one that they name)")
      ->type_name("NAME");
  std::vector<std::string> names;
  for (const model_coverage::Criterion criterion : model_coverage::AllCriteria()) {
    if (criterion == model_coverage::Criterion::kVariable) continue;
    names.emplace_back(model_coverage::NameOf(criterion));
  }
  command
      ->add_option("--criterion", options.criteria,
                   "measure this one; may be given several times (default: all but pairs)")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names));
  command
      ->add_option("--variable", options.variable,
                   "measure the transitions by the values of this variable, too")
      ->type_name("NAME");
  AddNumber(*command, "--list", options.list,
            "show so many of what is not covered, of each criterion");
  AddNumber(*command, "--max-states", options.max_states, "give up beyond N", 1, 4'000'000'000);
  AddNumber(*command, "--max-cases", options.max_cases,
            "give up when the model has more than N test cases");
  command->add_flag("--json", options.json, "print the figures as JSON");
  command->add_option("-o", options.html, "write them as a page, with all that is missing")
      ->type_name("FILE.html");
  command->add_option("--svg", options.svg, "draw them on the net")->type_name("FILE.svg");
  AddLimits(*command, options.limits);
  command->footer(kCoverFooter);
  return command;
}

CLI::App* AddReport(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("report", "write a page on the model, its suites, and what came of them");
  AddModel(*command, arguments);
  AddReportOptions(*command, arguments.report);
  return command;
}

CLI::App* AddSpace(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("space", "explore the state space, and report on it");
  SpaceOptions& options = arguments.space;
  AddModel(*command, arguments);
  AddExploration(*command, options.exploration);
  AddReduction(*command, options.reduction);
  CLI::Option* const count =
      command->add_flag("--count", options.count, "count only: no arcs are stored");
  CLI::Option* const json = command->add_flag("--json", options.json, "print the report as JSON");
  command->add_flag("--cpn-tools", options.cpn_tools, "print the report as CPN Tools does")
      ->excludes(count)
      ->excludes(json);
  command->add_option("-o", options.output, "the report; - for standard output (default)")
      ->type_name("FILE");
  const auto add_graph = [&](const char* name, std::string& file, const char* text) {
    return command->add_option(name, file, text)->type_name("FILE")->excludes(count);
  };
  add_graph("--dot", options.dot, "draw the state space, as Graphviz input")->type_name("FILE.dot");
  add_graph("--svg", options.svg, "draw the state space")->type_name("FILE.svg");
  add_graph("--dump", options.dump, "write the state space as an Aldebaran file");
  command->add_flag("--stats", options.stats, "print what the engine counted, on standard error");
  command->footer(kSpaceFooter);
  return command;
}

CLI::App* AddDraw(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("draw", "draw the model's modules");
  AddModel(*command, arguments);
  command->add_option("-o", arguments.draw.output, "the picture; its ending says how to draw")
      ->type_name("FILE.svg|FILE.dot")
      ->required();
  command->add_option("--module", arguments.draw.module, "draw this one only")->type_name("NAME");
  command->add_flag("--whole", arguments.draw.whole, "one picture a module, however large");
  AddLimits(*command, arguments.draw.limits);
  command->footer(kDrawFooter);
  return command;
}

CLI::App* AddCheck(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("check", "check the model's properties");
  AddModel(*command, arguments);
  AddCheckOptions(*command, arguments.check);
  return command;
}

CLI::App* AddConform(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("conform", "say whether runs of a system are runs of the model");
  AddModel(*command, arguments);
  AddConformOptions(*command, arguments.conform);
  return command;
}

CLI::App* AddDescribe(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("describe", "list what a model declares: parameters, modules, tests, ...");
  AddModel(*command, arguments);
  command->add_flag("--json", arguments.describe.json, "print it as JSON");
  AddLimits(*command, arguments.describe.limits);
  command->footer(kDescribeFooter);
  return command;
}

CLI::App* AddImport(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("import", "write a model of another format as a Lua model");
  command->add_option("FILE", arguments.importing.file, "a .cpn or .pnml file")->required();
  command->add_option("-o", arguments.importing.output, "the folder to write to")
      ->type_name("DIR")
      ->required();
  command->add_flag("--partial", arguments.importing.partial,
                    "take a .cpn file of which not everything can be translated");
  AddLimits(*command, arguments.importing.limits);
  command->footer(kImportFooter);
  return command;
}

CLI::App* AddExport(CLI::App& app, Arguments& arguments) {
  CLI::App* const command = app.add_subcommand("export", "write a model as PNML");
  AddModel(*command, arguments);
  command->add_option("-o", arguments.exporting.output, "the net; - for standard output")
      ->type_name("FILE.pnml")
      ->required();
  AddLimits(*command, arguments.exporting.limits);
  command->footer(kExportFooter);
  return command;
}

CLI::App* AddMcc(CLI::App& app, Arguments& arguments) {
  CLI::App* const command =
      app.add_subcommand("mcc", "answer an examination of the Model Checking Contest");
  command->add_option("DIR", arguments.mcc.folder, "with model.pnml and the formula files")
      ->required();
  command->add_option("--examination", arguments.mcc.examination, "what to answer")
      ->type_name("NAME")
      ->required()
      ->check(CLI::IsMember(mcc::ExaminationNames()));
  AddExploration(*command, arguments.mcc.exploration, "--seconds");
  command->footer(kMccFooter);
  return command;
}

Exit Refuse(const CLI::App& command, const std::string& message) {
  const std::string name = command.get_parent() == nullptr ? "" : command.get_name() + " ";
  return {ExitCode::kBadInput,
          fmt::format("cpngen: {}\nTry: cpngen {}--help\n", base::MessageText(message), name)};
}

/// CLI11 would only say that a subcommand is required.
std::optional<std::string> CheckFirstWord(const std::vector<std::string>& words,
                                          const CLI::App& app) {
  constexpr std::array<std::string_view, 3> kOptions{"-h", "--help", "--version"};
  if (words.empty()) return std::nullopt;
  const std::string& word = words.front();
  if (word.starts_with('-')) {
    if (std::find(kOptions.begin(), kOptions.end(), word) != kOptions.end()) return std::nullopt;
    return fmt::format("there is no option {} before the command", word);
  }
  const std::vector<const CLI::App*> commands = app.get_subcommands(nullptr);
  const bool known = std::any_of(commands.begin(), commands.end(), [&](const CLI::App* command) {
    return command->get_name() == word;
  });
  if (known) return std::nullopt;
  return command_line::UnknownCommand(word, app);
}

/// CLI11's message, in our words where those say more. A misspelt option comes first: that another
/// one is missing may only follow from it.
std::string Explain(const CLI::ParseError& error, const CLI::App& command) {
  const std::vector<std::string> words = command.remaining();
  const bool option = std::any_of(words.begin(), words.end(),
                                  [](const std::string& word) { return word.starts_with("-"); });
  const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (!words.empty() && (option || extra)) {
    return command_line::UnknownArgument(words, command);
  }
  const std::string message = error.what();
  if (message.find("--state-space,--simulations") == std::string::npos) return message;
  return "give one of --state-space, --simulations N and --goal NAME";
}

std::optional<std::string> ReadModelArguments(Arguments& arguments) {
  ModelArguments& model = arguments.model;
  auto problem =
      command_line::ReadDefinitions("-D", "NAME=VALUE", arguments.definitions, model.parameters);
  if (problem) return problem;
  problem = command_line::ReadDefinitions("--initial", "PLACE=INSCRIPTION",
                                          arguments.initial_markings, model.initial_markings);
  if (problem) return problem;
  return ReadModelLimits(arguments.model_limits, model.limits);
}

}  // namespace

Command ParseCommandLine(const std::vector<std::string>& words) {
  Arguments arguments;
  CLI::App app(kDescription, "cpngen");
  app.footer(kFooter);
  app.set_version_flag("--version", ProgramAndVersion());
  app.require_subcommand(1);
  const CLI::App* const simulate = AddSimulate(app, arguments);
  const CLI::App* const generate = AddGenerate(app, arguments);
  const CLI::App* const check = AddCheck(app, arguments);
  const CLI::App* const search = AddSearch(app, arguments);
  const CLI::App* const debug = AddDebug(app, arguments);
  const CLI::App* const explore = AddExplore(app, arguments);
  const CLI::App* const conform = AddConform(app, arguments);
  const CLI::App* const space = AddSpace(app, arguments);
  const CLI::App* const cover = AddCover(app, arguments);
  const CLI::App* const report = AddReport(app, arguments);
  const CLI::App* const draw = AddDraw(app, arguments);
  const CLI::App* const describe = AddDescribe(app, arguments);
  const CLI::App* const importing = AddImport(app, arguments);
  const CLI::App* const exporting = AddExport(app, arguments);
  const CLI::App* const contest = AddMcc(app, arguments);
  const CLI::App* const merge = AddMerge(app, arguments);
  const std::array commands{simulate,  generate,  check,   search, debug, explore,
                            conform,   space,     cover,   report, draw,  describe,
                            importing, exporting, contest, merge};
  command_line::AddHelpCommand(app);
  const auto current = [&]() -> const CLI::App& {
    for (const CLI::App* const command : commands) {
      if (command->parsed()) return *command;
    }
    return app;
  };

  if (const auto about = command_line::AboutItself(words, app, CompletionSources())) {
    if (const auto* const names = std::get_if<command_line::Completion>(&*about)) {
      return NamesOptions{*names};
    }
    const auto& answer = std::get<command_line::Answer>(*about);
    return Exit{answer.refused ? ExitCode::kBadInput : ExitCode::kDone, answer.text};
  }
  if (const auto problem = CheckFirstWord(words, app)) return Refuse(app, *problem);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForVersion& version) {
    return Exit{ExitCode::kDone, std::string(version.what()) + '\n'};
  } catch (const CLI::CallForHelp&) {
    return Exit{ExitCode::kDone, current().help(&current() == &app ? "" : "cpngen")};
  } catch (const CLI::ParseError& error) {
    return Refuse(current(), Explain(error, current()));
  }
  std::optional<std::string> problem = ReadModelArguments(arguments);
  if (!arguments.state_space && arguments.generate.goal.empty()) {
    arguments.generate.simulations = arguments.simulations;
  }
  if (!arguments.generate.goal.empty() && generate->count("--max-cases") > 0) {
    arguments.generate.goal_cases = arguments.generate.max_cases;
    arguments.generate.max_cases = GenerateOptions().max_cases;
  }
  if (arguments.space.output == "-") arguments.space.output.clear();
  arguments.draw.svg = arguments.draw.output.ends_with(".svg");
  if (!problem && simulate->parsed()) problem = WhatIsWrong(arguments.simulate);
  if (!problem && generate->parsed()) problem = WhatIsWrong(arguments.generate);
  if (!problem && check->parsed()) problem = WhatIsWrong(arguments.check);
  if (!problem && search->parsed()) problem = WhatIsWrong(arguments.search);
  if (!problem && conform->parsed()) problem = WhatIsWrong(arguments.conform);
  if (!problem && space->parsed()) problem = WhatIsWrong(arguments.space);
  if (!problem && cover->parsed()) problem = WhatIsWrong(arguments.cover);
  if (!problem && report->parsed()) problem = WhatIsWrong(arguments.report);
  if (!problem && draw->parsed()) problem = WhatIsWrong(arguments.draw);
  if (!problem && importing->parsed()) problem = WhatIsWrong(arguments.importing);
  if (!problem && exporting->parsed()) problem = WhatIsWrong(arguments.exporting);
  if (!problem && merge->parsed()) problem = WhatIsWrong(arguments.merge);
  if (problem) return Refuse(current(), *problem);

  arguments.simulate.model = arguments.generate.model = arguments.check.model =
      arguments.conform.model = arguments.space.model = arguments.draw.model =
          arguments.describe.model = arguments.exporting.model = arguments.cover.model =
              arguments.search.model = arguments.debug.model = arguments.explore.model =
                  arguments.report.model = arguments.model;
  if (simulate->parsed()) return arguments.simulate;
  if (generate->parsed()) return arguments.generate;
  if (check->parsed()) return arguments.check;
  if (search->parsed()) return arguments.search;
  if (debug->parsed()) return arguments.debug;
  if (explore->parsed()) return arguments.explore;
  if (conform->parsed()) return arguments.conform;
  if (space->parsed()) return arguments.space;
  if (cover->parsed()) return arguments.cover;
  if (report->parsed()) return arguments.report;
  if (draw->parsed()) return arguments.draw;
  if (importing->parsed()) return arguments.importing;
  if (exporting->parsed()) return arguments.exporting;
  if (contest->parsed()) return arguments.mcc;
  if (merge->parsed()) return arguments.merge;
  return arguments.describe;
}

}  // namespace cpngen
