#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/message_text.h"
#include "command_line/shard.h"
#include "cpn/lua/specification_choice.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/failure_report.h"
#include "cpngen/commands/json.h"
#include "cpngen/exploration.h"
#include "cpngen/exploring.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/shard_call.h"
#include "cpngen/specifications.h"
#include "cpngen/suite_files.h"
#include "cpngen/text.h"
#include "cpngen/version.h"
#include "generator/case_merger.h"
#include "generator/orbits/cases_of_orbits.h"
#include "generator/simulation_method.h"
#include "generator/state_space_method.h"
#include "generator/suite_builder.h"
#include "model_coverage/goal_cases.h"
#include "model_coverage/model_measure.h"
#include "model_coverage/points.h"
#include "model_coverage/suite_cases.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace cpngen {
namespace {

using cpn::lua::CaseScope;
using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

/// By state space. Standard output may be the suite's, so that people read of a failure elsewhere.
template <typename Exploration>
auto Explored(LuaModel& model, const GenerateOptions& options, const Streams& streams,
              base::Progress& progress, Exploration explore) {
  try {
    return explore();
  } catch (const cpn::ExplorationError& error) {
    progress.Clear();
    if (options.json) {
      streams.out << FailureJson(model, options.model, error);
    } else {
      streams.err << base::ListText(FailureText(model, options.model, error));
    }
    throw;
  }
}

/// Nothing when another process has them.
std::optional<generator::RawCases> FindCases(LuaModel& model, TestSpecification& specification,
                                             const GenerateOptions& options, const Streams& streams,
                                             base::Progress& progress, const Exploring* exploring) {
  if (!options.simulations) {
    const generator::StateSpaceOptions space{options.max_states, options.max_cases,
                                             options.observations.value_or(0), streams.budget,
                                             options.reduction.stubborn};
    if (options.reduction.symmetry) {
      return generator::GenerateFromOrbits(model, specification,
                                           SymmetryOf(model, options.model.path), space, progress);
    }
    return exploring != nullptr
               ? exploring->cases(model, specification, space, progress)
               : generator::GenerateFromStateSpace(model, specification, space, progress);
  }
  const command_line::Block runs =
      command_line::BlockOf(*options.simulations, options.shard.value_or(command_line::Shard{}));
  const generator::SimulationMethodOptions simulation{
      runs.size(),    options.seed, options.steps, options.jobs, options.observations.value_or(0),
      streams.budget, runs.begin};
  const auto load = [&] { return LoadModelFor(options.model, nullptr, streams.budget); };
  return generator::GenerateFromSimulations(model, specification, load, simulation, progress);
}

/// An occurrence is a case by itself, however many there are.
void RequireRuns(const TestSpecification& specification, const GenerateOptions& options) {
  if (!options.observations || specification.scope() == CaseScope::kRun) return;
  throw cpn::ModelError(specification.where(),
                        fmt::format("test \"{}\" makes a case of each occurrence; --observations "
                                    "is for cases of runs",
                                    specification.name()));
}

/// A case that is left out may have the other right answer.
void RequireAllCases(const TestSpecification& specification, const GenerateOptions& options) {
  if (!options.merge || !specification.IsPairwise()) return;
  throw cpn::ModelError(specification.where(),
                        fmt::format("test \"{}\" leaves cases out (pairwise); --merge is for all "
                                    "cases of a model",
                                    specification.name()));
}

std::string WhyNoCases(const generator::RawCases& raw, const TestSpecification& specification,
                       const GenerateOptions& options, const std::optional<GoalSummary>& goal) {
  if (goal && !raw.cases.empty()) {
    return fmt::format(
        "none of its {} cases covers any of the {} {} of the model. Another --goal may be covered: "
        "bindings is by every case",
        raw.cases.size(), goal->reachable, goal->goal);
  }
  if (!options.simulations) {
    return fmt::format("nothing that it observes occurs in the {} states of the model", raw.states);
  }
  if (specification.scope() == CaseScope::kRun && raw.unfinished_runs == raw.runs) {
    return fmt::format(
        "none of the {} runs was over after {} steps. Raise --steps, if the model has dead "
        "markings; if it never ends, end cases with --observations N, or with a goal in the test",
        raw.runs, options.steps);
  }
  return fmt::format("none of the {} runs observed anything", raw.runs);
}

GoalSummary SummaryOf(const model_coverage::GoalCases& chosen, const GenerateOptions& options,
                      const model_coverage::Points& points) {
  GoalSummary summary;
  summary.goal = options.goal;
  summary.reachable = chosen.reachable;
  summary.covered = chosen.covered;
  summary.before = chosen.before;
  summary.adds = chosen.adds;
  summary.smallest = chosen.smallest;
  for (const model_coverage::Point& point : chosen.beyond) {
    summary.beyond.push_back(points.Text(point));
  }
  return summary;
}

/// The cases of the model that a suite has.
std::vector<std::size_t> CasesIn(const std::string& path, const generator::BuiltCases& built,
                                 const TestSpecification& specification) {
  const model_coverage::ModelCases known(built, specification.order());
  const suite::Suite suite = suite::ReadSuite(path);
  std::vector<std::size_t> cases;
  for (const suite::Case& test_case : suite.cases()) {
    // Of a case with alternatives nobody knows which path a run takes; each is counted.
    for (const std::size_t index : known.Find(test_case).cases) cases.push_back(index);
  }
  return cases;
}

/// Few cases that cover the goal. `raw` becomes those of the model.
generator::BuiltCases FindGoalCases(LuaModel& model, TestSpecification& specification,
                                    const GenerateOptions& options, const Streams& streams,
                                    base::Progress& progress, generator::RawCases& raw,
                                    GoalSummary& summary) {
  const model_coverage::Criterion goal = *model_coverage::CriterionNamed(options.goal);
  const generator::StateSpaceOptions space_options{
      options.max_states, options.max_cases, options.observations.value_or(0), streams.budget};
  generator::Observer observer(model, specification);
  model_coverage::Decisions decisions(model, streams.budget);
  model_coverage::Premises premises(model);
  const model_coverage::SpaceItems space(model, &specification, &observer, space_options,
                                         {goal == model_coverage::Criterion::kPairs, ""}, decisions,
                                         premises, progress);
  model_coverage::CaseCoverages cases(space, specification, observer, space_options);
  const model_coverage::Points points(model, decisions, premises, space.items());
  std::vector<std::size_t> existing;
  if (!options.cover_missing.empty()) {
    existing = CasesIn(options.cover_missing, cases.built(), specification);
  }
  const model_coverage::GoalCases chosen = model_coverage::ChooseCases(
      points.Of(goal), cases, existing, options.goal_cases.value_or(UINT64_MAX));
  progress.Clear();
  summary = SummaryOf(chosen, options, points);
  raw = cases.raw();
  generator::BuiltCases built = cases.built();
  generator::Keep(chosen.cases, built);
  return built;
}

suite::Provenance MakeProvenance(const LuaModel& model, const TestSpecification& specification,
                                 const GenerateOptions& options) {
  suite::Provenance provenance;
  provenance.generator = ProgramAndVersion();
  provenance.model = options.model.path;
  provenance.specification = specification.name();
  provenance.observations = options.observations;
  provenance.merged = options.merge;
  provenance.goal = options.goal;
  provenance.method = options.simulations ? suite::Method::kSimulation : suite::Method::kStateSpace;
  if (options.simulations) {
    provenance.seed = options.seed;
    provenance.runs = options.simulations;
  }
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    provenance.parameters.emplace_back(parameter.name, parameter.value);
  }
  if (options.shard) {
    suite::Shard& shard = provenance.shard.emplace();
    shard.part = command_line::ToText(*options.shard);
    shard.call = CallOf(options.model, model);
    shard.call.emplace_back("--steps", fmt::format("{}", options.steps));
  }
  return provenance;
}

/// The suite of a part of the runs, which may have no case: other parts have them.
std::string MakePart(LuaModel& model, TestSpecification& specification,
                     const GenerateOptions& options, const generator::RawCases& raw,
                     GenerationSummary& summary) {
  suite::Provenance provenance = MakeProvenance(model, specification, options);
  const generator::BuiltCases built =
      generator::BuildPart(raw, specification, model.values(), *provenance.shard);
  summary.cases = built.cases.size();
  return generator::WriteSuite(specification, provenance, built.cases);
}

/// No system passes cases that contradict each other. Empty when none do.
std::string WarningOfContradictions(const generator::CaseList& cases,
                                    const TestSpecification& specification) {
  const auto found = generator::FindContradictions(cases);
  if (!found) return "";
  return fmt::format(
      "cpngen: warning: {}:{}: {} of the {} test cases of test \"{}\" expect other responses than "
      "another one after the same stimuli, the first are cases {} and {}; a system passes only "
      "those "
      "in which it happens to answer so. --merge makes cases with alternatives of them\n",
      specification.where().file, specification.where().line, found->traces, cases.size(),
      specification.name(), found->first + 1, found->second + 1);
}

/// The files of a suite; `cases` becomes how many it has.
std::vector<OutputFile> FilesOf(const generator::BuiltCases& built, const LuaModel& model,
                                TestSpecification& specification, const GenerateOptions& options,
                                std::uint64_t& cases) {
  const suite::Provenance provenance = MakeProvenance(model, specification, options);
  cases = built.cases.size();
  if (!options.merge && !options.split) {
    return {{options.output, generator::WriteSuite(specification, provenance, built.cases)}};
  }
  std::vector<xml::Element> elements = built.cases.All();
  if (options.merge) elements = generator::CaseMerger(elements).Merge(specification.order());
  cases = elements.size();
  return SuiteFiles(generator::BuildSuite(specification, provenance, std::move(elements)),
                    options.output, options.split);
}

/// Cases without a response pass whatever the system does.
bool HasResponses(const generator::RawCases& raw) {
  for (generator::ObservationId id = 0; id < raw.observations.size(); ++id) {
    if (raw.observations[id].kind == cpn::lua::ObservationKind::kResponse) return true;
  }
  return false;
}

/// What a suite for a goal covers, and what each of its cases adds.
void PrintGoal(const GoalSummary& goal, std::ostream& err) {
  const std::string with =
      goal.before > 0 ? fmt::format(", {} of them by the suite that there is", goal.before) : "";
  err << fmt::format("cpngen: {} of {} {} covered{}{}\n", goal.covered, goal.reachable, goal.goal,
                     with, goal.smallest ? "; no fewer cases do" : "");
  for (std::size_t i = 0; i < goal.adds.size(); ++i) {
    err << fmt::format("cpngen: case {} adds {}\n", i + 1, goal.adds[i]);
  }
  if (!goal.beyond.empty()) {
    err << fmt::format("cpngen: note: no test case covers {} of the {}, such as {}\n",
                       goal.beyond.size(), goal.goal, goal.beyond.front());
  }
}

void PrintSummary(const generator::RawCases& raw, const generator::BuiltCases& built,
                  const TestSpecification& spec, const GenerateOptions& options,
                  const GenerationSummary& summary, std::ostream& err) {
  const std::string how =
      options.simulations
          ? fmt::format("{}, seed {}", Plural(raw.runs, "run"), options.seed)
          : fmt::format("{}, {}", Plural(raw.states, "state"), Plural(raw.arcs, "arc"));
  const std::string what = options.output == "-" ? "standard output" : options.output;
  std::string of = options.merge ? fmt::format(", merged from {}", built.cases.size()) : "";
  if (spec.IsPairwise()) of = fmt::format(", with all pairs of options of {}", built.all);
  err << fmt::format("cpngen: {}: {}{} ({}, {:.2f} s)\n", what, Plural(summary.cases, "test case"),
                     of, how, summary.seconds);
  if (raw.unfinished_runs > 0) {
    err << fmt::format("cpngen: note: {} of the {} runs ended at the step limit of {}{}\n",
                       raw.unfinished_runs, raw.runs, options.steps,
                       spec.scope() == CaseScope::kRun ? "; they are no test cases" : "");
  }
  if (raw.markings) {
    err << fmt::format("cpngen: reduced: one of each orbit of markings; they stand for {}\n",
                       Plural(*raw.markings, "marking"));
  }
  if (raw.enabled > 0) {
    err << fmt::format("cpngen: reduced: {} of {} enabled binding elements had to occur\n",
                       raw.arcs, raw.enabled);
  }
  if (!raw.unreduced.empty()) {
    err << fmt::format("cpngen: note: not reduced: {}\n", raw.unreduced);
  }
  if (raw.endless_components > 0) {
    err << fmt::format(
        "cpngen: note: {} of the state space can be entered but not left, and has no dead marking; "
        "a test case that ends there takes all that can be observed there\n",
        Plural(raw.endless_components, "part"));
  }
  if (!HasResponses(raw)) {
    err << fmt::format(
        "cpngen: note: test \"{}\" observes stimuli and no response; its test cases have no "
        "oracles\n",
        spec.name());
  }
  if (built.empty > 0) {
    err << "cpngen: note: some runs observe nothing, or nothing that is written; they are no test "
           "cases\n";
  }
}

using Start = std::chrono::steady_clock::time_point;

double SecondsSince(Start start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ExitCode GeneratePart(LuaModel& model, TestSpecification& specification,
                      const GenerateOptions& options, const Streams& streams,
                      base::Progress& progress, Start start) {
  GenerationSummary summary;
  const generator::RawCases raw =
      *FindCases(model, specification, options, streams, progress, nullptr);
  const std::string text = MakePart(model, specification, options, raw, summary);
  if (options.output == "-") {
    streams.out << text << std::flush;
    if (!streams.out) return ExitCode::kBadInput;  // the program says why
  } else {
    WriteFiles({{options.output, text}}, InputsOf(options.model, model));
  }
  summary.suite = specification.Suite().name;
  summary.files = {options.output};
  summary.specification = specification.name();
  summary.seconds = SecondsSince(start);
  streams.err << fmt::format("cpngen: {}: part {}, {} ({}, seed {}, {:.2f} s)\n",
                             options.output == "-" ? "standard output" : options.output,
                             command_line::ToText(*options.shard),
                             Plural(summary.cases, "test case"), Plural(raw.runs, "run"),
                             options.seed, summary.seconds);
  if (options.json) streams.out << GenerationJson(model, options, raw, summary);
  return ExitCode::kDone;
}

/// `exploring` may be null.
ExitCode DoGenerate(const Exploring* exploring, const GenerateOptions& options,
                    const Streams& streams) {
  const auto start = std::chrono::steady_clock::now();
  const bool to_stdout = options.output == "-";
  Paths given{options.model.path};
  if (!options.cover_missing.empty()) given.emplace_back(options.cover_missing);
  if (!to_stdout) RequireOutputs({{"-o", options.output}}, given);
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  const Paths inputs = InputsOf(options.model, *model);
  if (!to_stdout) RequireOutputs({{"-o", options.output}}, inputs);
  TestSpecification& specification = cpn::lua::ChooseSpecification(*model, options.specification);
  RequireObservations(*model, specification);
  RequireRuns(specification, options);
  RequireAllCases(specification, options);

  base::Progress progress(streams.progress ? &streams.err : nullptr);
  streams.budget->Enter("generating test cases");
  if (options.shard) return GeneratePart(*model, specification, options, streams, progress, start);
  GenerationSummary summary;
  generator::RawCases raw;
  generator::BuiltCases built;
  if (options.goal.empty()) {
    std::optional<generator::RawCases> found = Explored(*model, options, streams, progress, [&] {
      return FindCases(*model, specification, options, streams, progress, exploring);
    });
    if (!found) return ExitCode::kDone;
    raw = std::move(*found);
    built = generator::BuildCases(raw, specification);
  } else {
    summary.goal.emplace();
    built = Explored(*model, options, streams, progress, [&] {
      return FindGoalCases(*model, specification, options, streams, progress, raw, *summary.goal);
    });
  }
  if (built.cases.empty() && summary.goal && summary.goal->covered > 0) {
    streams.err << fmt::format(
        "cpngen: {} covers all of the goal that test cases can: no case is missing, and no suite "
        "is "
        "written\n",
        options.cover_missing);
    if (options.json) streams.out << GenerationJson(*model, options, raw, summary);
    return ExitCode::kDone;
  }
  if (built.cases.empty()) {
    throw cpn::ModelError(specification.where(),
                          fmt::format("test \"{}\" yields no test case: {}", specification.name(),
                                      WhyNoCases(raw, specification, options, summary.goal)));
  }
  const std::vector<OutputFile> files =
      FilesOf(built, *model, specification, options, summary.cases);
  if (to_stdout) {
    streams.out << files.front().bytes << std::flush;
    if (!streams.out) return ExitCode::kBadInput;  // the program says why
  } else {
    WriteFiles(files, inputs);
    if (options.split) WarnOfLeftover(options.output, summary.cases, streams.err);
  }
  if (!options.merge) streams.err << WarningOfContradictions(built.cases, specification);

  summary.suite = specification.Suite().name;
  for (const OutputFile& file : files) summary.files.push_back(file.path.string());
  summary.specification = specification.name();
  summary.seconds = SecondsSince(start);
  PrintSummary(raw, built, specification, options, summary, streams.err);
  if (summary.goal) PrintGoal(*summary.goal, streams.err);
  if (options.json) streams.out << GenerationJson(*model, options, raw, summary);
  return ExitCode::kDone;
}

}  // namespace

ExitCode Generate(const GenerateOptions& options, const Streams& streams) {
  return DoGenerate(nullptr, options, streams);
}

ExitCode GenerateWith(const Exploring& exploring, const GenerateOptions& options,
                      const Streams& streams) {
  return DoGenerate(&exploring, options, streams);
}

}  // namespace cpngen
