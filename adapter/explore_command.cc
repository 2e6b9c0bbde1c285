#include "adapter/explore_command.h"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "adapter/descriptors.h"
#include "adapter/input_error.h"
#include "adapter/online/explore.h"
#include "adapter/online/saved_case.h"
#include "adapter/report/explore_report.h"
#include "adapter/report/trace_files.h"
#include "adapter/run_trace.h"
#include "adapter/stop_on_interrupt.h"
#include "base/atomic_file.h"
#include "base/budget.h"
#include "base/interrupt.h"
#include "base/output_place.h"
#include "base/progress.h"
#include "conformance/limits.h"
#include "conformance/tracker.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/specification_choice.h"
#include "xml/xml.h"

namespace adapter {
namespace {

using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

constexpr double kUsualWait = 0.2;

void RequireRuns(const TestSpecification& specification) {
  if (specification.scope() == cpn::lua::CaseScope::kRun) return;
  throw cpn::ModelError(specification.where(),
                        fmt::format("test \"{}\" is about single occurrences (cases = "
                                    "\"occurrences\"); online testing needs one about runs",
                                    specification.name()));
}

void RequireOutputs(const ExploreOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (!std::filesystem::is_directory(options.folder, error)) {
    throw InputError(fmt::format("-o {}: this folder cannot be made{}{}", options.folder,
                                 error ? ": " : "", error ? error.message() : ""));
  }
  if (options.junit.empty()) return;
  const std::string problem = base::ProblemOfOutput(options.junit);
  if (!problem.empty()) throw InputError(fmt::format("--junit {}: {}", options.junit, problem));
}

suite::Provenance ProvenanceOf(const ExploreOptions& options, const LuaModel& model,
                               const TestSpecification& specification) {
  suite::Provenance provenance;
  provenance.generator = ProgramAndVersion();
  provenance.model = options.model;
  provenance.specification = specification.name();
  provenance.method = suite::Method::kOnline;
  provenance.seed = options.seed;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    provenance.parameters.emplace_back(parameter.name, parameter.value);
  }
  return provenance;
}

/// A failing run as the result of the case that it becomes.
CaseResult ResultOf(const online::Failure& failure, const std::string& suite,
                    const ExploreOptions& options) {
  CaseResult result;
  result.suite = suite;
  result.id = fmt::format("{}-{}", options.seed, failure.number);
  result.seed = options.seed;
  result.milliseconds = failure.milliseconds;
  result.verdict.outcome = failure.run.outcome;
  result.verdict.detail = failure.run.detail;
  result.verdict.mismatches = failure.run.mismatches;
  result.verdict.trace = failure.run.trace;
  result.verdict.logs = failure.run.logs;
  trace::Trace& trace = result.verdict.trace;
  trace.header.made_by = ProgramAndVersion();
  // A run that did not even begin has no trace of its own.
  if (trace.header.system.empty()) trace.header.system = options.system.file;
  trace.header.parameters = options.system.parameters;
  trace.header.seed = options.seed;
  trace.header.strategy = "online";
  trace.header.suite = suite;
  trace.header.test = result.id;
  trace.outcome = trace::Outcome::kFail;
  trace.detail = failure.run.detail;
  return result;
}

/// Writes suites, traces, charts and logs; the results say where the suites are.
std::vector<CaseResult> Save(const online::Exploration& exploration, const online::Oracle& oracle,
                             const suite::Provenance& provenance, const ExploreOptions& options) {
  const std::string suite = oracle.specification.Suite().name;
  std::vector<CaseResult> results;
  for (const online::Failure& failure : exploration.failures) {
    results.push_back(ResultOf(failure, suite, options));
  }
  RunOptions files;
  files.trace = options.folder;
  const std::vector<std::string> names = TraceNames(results, files);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::filesystem::path path = std::filesystem::path(options.folder) / (names[i] + ".xml");
    results[i].file = path.lexically_normal().string();
    base::WriteFileAtomically(
        results[i].file,
        xml::Write(SavedSuite(exploration.failures[i].run, results[i].id, oracle, provenance)));
  }
  WriteTraceFiles(results, files);
  return results;
}

online::ExplorationSettings SettingsOf(const ExploreOptions& options,
                                       const TestSpecification& specification) {
  online::ExplorationSettings settings;
  settings.seed = options.seed;
  settings.time = options.time;
  settings.runs = options.runs;
  settings.all = options.all;
  settings.shortening = options.shortening;
  settings.chance.stimuli = options.stimuli;
  settings.chance.wait = options.wait.value_or(specification.wait().value_or(kUsualWait));
  settings.chance.towards_uncovered = options.towards_uncovered;
  return settings;
}

std::string ProgressText(const online::Exploration& so_far, std::optional<std::size_t> shortening) {
  if (shortening)
    return fmt::format("run {} failed; trying {} stimuli", so_far.runs(), *shortening);
  return fmt::format("{} runs, {} stimuli, {} situations, {} pairs, {} failed", so_far.runs(),
                     so_far.stimuli, so_far.states, so_far.pairs, so_far.failed);
}

int CodeOf(const online::Exploration& exploration) {
  if (exploration.failed > 0) return 1;
  return exploration.interrupted || exploration.passed == 0 ? 3 : 0;
}

}  // namespace

int Explore(const ExploreOptions& options, const SystemDriver& driver, const Streams& streams) {
  RequireDescriptors();
  RequireOutputs(options);
  base::Budget budget;
  try {
    const base::Interrupt interrupt({SIGINT, SIGTERM, SIGHUP});
    cpn::lua::LoadOptions load;
    load.parameters = options.model_parameters;
    load.budget = &budget;
    const std::unique_ptr<LuaModel> model = LuaModel::Load(options.model, load);
    TestSpecification& specification = cpn::lua::ChooseSpecification(*model, options.specification);
    RequireRuns(specification);
    const conformance::Tracker start(*model, specification,
                                     {.max_markings = options.max_markings, .budget = &budget});
    online::Stimuli stimuli(*model, specification);
    const online::Oracle oracle{specification, stimuli, start};
    const std::unique_ptr<online::Subject> subject = driver.OpenOnline();
    if (subject == nullptr) throw InputError("explore needs a system of your own: --system FILE");
    const StopOnInterrupt stop(interrupt, [&] { subject->Stop(); });
    base::Progress progress(streams.progress ? &streams.err : nullptr);
    const online::Exploration exploration = online::Explore(
        *subject, oracle, SettingsOf(options, specification), interrupt.flag(),
        [&](const online::Exploration& so_far, std::optional<std::size_t> shortening) {
          progress.Report([&] { return ProgressText(so_far, shortening); });
        });
    progress.Clear();
    const std::vector<CaseResult> results =
        Save(exploration, oracle, ProvenanceOf(options, *model, specification), options);
    const ExploreReport report{options, exploration, results, subject->patience()};
    if (!options.junit.empty()) base::WriteFileAtomically(options.junit, JUnitExploration(report));
    streams.out << (options.json ? JsonExploration(report) : TextExploration(report));
    return CodeOf(exploration);
  } catch (const conformance::LimitReached& limit) {
    streams.err << fmt::format("adapter: {}\n", limit.what());
    return 3;
  } catch (const base::StopError& stopped) {
    streams.err << fmt::format("adapter: {}\n", stopped.what());
    return 3;
  }
}

}  // namespace adapter
