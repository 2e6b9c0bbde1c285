#include "adapter/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <ostream>
#include <utility>
#include <variant>

#include "adapter/command_line.h"
#include "adapter/conform/run_judge.h"
#include "adapter/coverage/coverage.h"
#include "adapter/descriptors.h"
#include "adapter/explore_command.h"
#include "adapter/faults/fault_vocabulary.h"
#include "adapter/options.h"
#include "adapter/part.h"
#include "adapter/report/driver_report.h"
#include "adapter/report/kinds_report.h"
#include "adapter/report/report.h"
#include "adapter/report/trace_files.h"
#include "adapter/runner.h"
#include "adapter/selection.h"
#include "adapter/sessions.h"
#include "adapter/stop_on_interrupt.h"
#include "base/atomic_file.h"
#include "base/interrupt.h"
#include "base/message_text.h"
#include "base/output_place.h"
#include "base/parse_error.h"
#include "command_line/shard.h"
#include "command_line/standard_streams.h"
#include "cpn/values/error.h"

namespace adapter {
namespace {

constexpr int kBadInput = 2;
constexpr int kInterrupted = 3;

// Shows progress in a line that it overwrites; so rarely that it costs nothing.
Progress ShowProgress(const Streams& streams) {
  if (!streams.progress) return {};
  return [&err = streams.err](std::size_t done, std::size_t all, const CaseResult& last) {
    const bool notable = last.verdict.outcome != Outcome::kPass;
    if (done != all && done % 16 != 0 && !notable) return;
    err << fmt::format("\r[{}/{}] {:<60.60}", done, all, CaseName(last.suite, last.id));
    if (done == all) err << fmt::format("\r{:<80}\r", "");
    err.flush();
  };
}

RunPlan PlanOf(const RunOptions& options, const base::Interrupt& interrupt) {
  return {options.jobs,
          options.repeat,
          options.seed,
          options.fail_fast,
          options.verbose,
          interrupt.flag(),
          options.shard.value_or(command_line::Shard{})};
}

// An interrupted run says how far it came, and is inconclusive unless a case has failed.
int EndOf(const std::vector<CaseResult>& results, std::size_t selected,
          const base::Interrupt& interrupt, const Streams& streams) {
  const int code = ExitCode(Count(results));
  if (!interrupt.requested()) return code;
  streams.err << fmt::format("adapter: interrupted; {} of {} cases have run\n", results.size(),
                             selected);
  return code == 0 ? kInterrupted : code;
}

std::vector<CoverageRule> CoverageRules(const SystemDrivers& drivers) {
  std::vector<CoverageRule> rules;
  for (const auto& driver : drivers) {
    for (CoverageRule& rule : driver->coverage_rules()) rules.push_back(std::move(rule));
  }
  return rules;
}

struct Measured {
  std::vector<CaseResult> results;
  CoverageTable table;
};

// System and unit cases run one group after the other, each with counters of its own.
Measured RunMeasured(const Plan& plan, const RunOptions& options, const RunPlan& run_plan,
                     const std::vector<CoverageRule>& rules, const CaseRunner& runner,
                     const Progress& progress) {
  CoverageCollector collector(options.coverage, rules);
  Measured measured;
  std::vector<CoverageColumn> columns;
  for (const bool system : {true, false}) {
    std::vector<SelectedCase> group;
    for (const SelectedCase& selected : plan.cases) {
      if (selected.suite->form->whole_system == system) group.push_back(selected);
    }
    collector.Begin();
    if (!group.empty()) {
      auto results = RunCases(group, run_plan, runner, progress);
      measured.results.insert(measured.results.end(), std::make_move_iterator(results.begin()),
                              std::make_move_iterator(results.end()));
    }
    const std::string name = system ? "system tests" : "unit tests";
    columns.push_back({name, collector.End(name)});
  }
  measured.table = MakeTable(columns, rules);
  collector.WritePages(JsonTable(measured.table));
  return measured;
}

/// A report that could not be written would be lost after all cases have run.
void RequireReport(const RunOptions& options, const Plan& plan) {
  if (options.junit.empty()) return;
  const std::string problem = base::ProblemOfOutput(options.junit);
  if (!problem.empty()) throw InputError(fmt::format("--junit {}: {}", options.junit, problem));
  const std::string identity = base::FileIdentity(options.junit);
  std::vector<std::string> inputs{options.system.file};
  for (const auto& loaded : plan.suites) inputs.push_back(loaded->suite.file());
  for (const std::string& input : inputs) {
    if (identity.empty() || input.empty() || base::FileIdentity(input) != identity) continue;
    throw InputError(
        fmt::format("--junit {}: this is the input {}; name another file", options.junit, input));
  }
}

int Run(const RunOptions& options, const SystemDrivers& drivers, const Streams& streams) {
  RequireDescriptors();
  const std::vector<CoverageRule> rules = CoverageRules(drivers);
  if (!options.coverage.empty() && !CoverageIsBuiltIn()) {
    CoverageCollector refuse(options.coverage, rules);
  }
  const Plan plan = MakePlan(options.selection, drivers);
  RequireReport(options, plan);
  if (!options.trace.empty()) RequireTraceFolder(options.trace);
  std::optional<RunJudge> judge;
  if (!options.conform.model.empty()) judge.emplace(plan, options.conform);
  const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
  const Sessions sessions(plan, drivers, options);
  const StopOnInterrupt stop(interrupt, [&sessions] { sessions.Stop(); });
  const CaseRunner runner = WithDescriptors([&](const SelectedCase& selected, std::uint64_t seed) {
    Verdict verdict = sessions.Run(selected, seed);
    if (judge) judge->Judge(selected, verdict);
    return verdict;
  });
  const Progress progress = ShowProgress(streams);
  const RunPlan run_plan = PlanOf(options, interrupt);
  Measured measured;
  if (options.coverage.empty()) {
    measured.results = RunCases(plan.cases, run_plan, runner, progress);
  } else {
    measured = RunMeasured(plan, options, run_plan, rules, runner, progress);
  }
  const std::optional<Part> part = PartOf(options, plan);
  if (!options.junit.empty()) {
    base::WriteFileAtomically(options.junit, JUnitReport(measured.results, options, part));
  }
  if (!options.trace.empty()) WriteTraceFiles(measured.results, options);
  streams.out << (options.json ? JsonReport(measured.results, options, part)
                               : TextReport(measured.results, options, part));
  if (!options.coverage.empty() && !options.json) {
    streams.out << '\n' << TextTable(measured.table);
  }
  return EndOf(measured.results, RunsOf(options, plan).size(), interrupt, streams);
}

int List(const ListOptions& options, const SystemDrivers& drivers, const Streams& streams) {
  const Plan plan = MakePlan(options.selection, drivers);
  streams.out << (options.json ? JsonList(plan) : TextList(plan));
  return 0;
}

int Kinds(const KindsOptions& options, const SystemDrivers& drivers, const Streams& streams) {
  if (options.kind.empty()) {
    streams.out << (options.json ? JsonKinds(drivers) : TextKinds(drivers));
    return 0;
  }
  const auto [driver, form] = KindNamed(options.kind, drivers);
  streams.out << (options.schema ? driver->Schema(*form) : driver->Description(*form));
  return 0;
}

int KindNames(const KindNamesOptions& options, const SystemDrivers& drivers,
              const Streams& streams) {
  std::vector<std::string> names;
  for (const auto& driver : drivers) {
    for (const CaseForm& form : driver->forms()) names.push_back(form.name);
  }
  streams.out << command_line::CompletionText(command_line::WithNames(options.completion, names));
  return 0;
}

int Faults(const FaultsOptions& options, const SystemDrivers& drivers, const Streams& streams) {
  for (const auto& driver : drivers) {
    const FaultVocabulary faults = driver->faults();
    if (faults.heading.empty()) continue;
    streams.out << (options.json ? JsonFaults(faults) : TextFaults(faults));
  }
  return 0;
}

int TestDriver(const DriverTestOptions& options, const SystemDrivers& drivers,
               const Streams& streams) {
  const std::vector<DriverCheck> checks = drivers.front()->CheckDriver();
  streams.out << (options.json ? JsonDriverChecks(checks) : TextDriverChecks(checks));
  const bool all =
      std::ranges::all_of(checks, [](const DriverCheck& check) { return check.problem.empty(); });
  return all ? 0 : 1;
}

/// Calls `use` with the one system that the call names, or with those in the box.
template <typename Use>
int WithSystem(const SystemOptions& system, const SystemDrivers& built_in, const SystemLoader& load,
               const Use& use) {
  if (system.file.empty()) return use(built_in);
  SystemDrivers only;
  only.push_back(load(system));
  return use(only);
}

int Refuse(const Streams& streams, const std::string& message) {
  streams.err << fmt::format("adapter: {}\n", base::MessageText(message));
  return kBadInput;
}

/// The exit code of the command.
int RunCommand(const Command& command, const SystemDrivers& drivers, const SystemLoader& load,
               const Streams& streams) {
  try {
    if (const auto* run = std::get_if<RunOptions>(&command)) {
      return WithSystem(run->system, drivers, load,
                        [&](const SystemDrivers& these) { return Run(*run, these, streams); });
    }
    if (const auto* list = std::get_if<ListOptions>(&command)) {
      return WithSystem(list->system, drivers, load,
                        [&](const SystemDrivers& these) { return List(*list, these, streams); });
    }
    if (const auto* explore = std::get_if<ExploreOptions>(&command)) {
      return WithSystem(explore->system, drivers, load, [&](const SystemDrivers& these) {
        return Explore(*explore, *these.front(), streams);
      });
    }
    if (const auto* test = std::get_if<DriverTestOptions>(&command)) {
      return WithSystem(test->system, drivers, load, [&](const SystemDrivers& these) {
        return TestDriver(*test, these, streams);
      });
    }
    if (const auto* kinds = std::get_if<KindsOptions>(&command)) {
      return WithSystem(kinds->system, drivers, load,
                        [&](const SystemDrivers& these) { return Kinds(*kinds, these, streams); });
    }
    if (const auto* linearizable = std::get_if<LinearizableOptions>(&command)) {
      return linearizability::Linearizable(linearizable->question, streams.out);
    }
    if (const auto* names = std::get_if<KindNamesOptions>(&command))
      return KindNames(*names, drivers, streams);
    if (const auto* faults = std::get_if<FaultsOptions>(&command)) {
      return WithSystem(faults->system, drivers, load, [&](const SystemDrivers& these) {
        return Faults(*faults, these, streams);
      });
    }
  } catch (const base::ParseError& error) {
    return Refuse(streams, error.what());
  } catch (const InputError& error) {
    return Refuse(streams, error.what());
  } catch (const CoverageError& error) {
    return Refuse(streams, error.what());
  } catch (const base::FileError& error) {
    return Refuse(streams, error.what());
  } catch (const cpn::ModelError& error) {
    streams.err << base::MessageText(error.what()) << '\n';
    return kBadInput;
  }
  const Exit& exit = std::get<Exit>(command);
  (exit.code == 0 ? streams.out : streams.err) << exit.text;
  return exit.code;
}

}  // namespace

int RunProgram(const std::vector<std::string>& arguments, const SystemDrivers& drivers,
               const SystemLoader& load, const Streams& streams) {
  const int code = RunCommand(ParseCommandLine(arguments), drivers, load, streams);
  return command_line::EndOfOutput("adapter", code, streams.out, streams.err);
}

}  // namespace adapter
