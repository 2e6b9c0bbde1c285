#include "cpngen/commands/schedule_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "base/budget.h"
#include "cpn/ctl/run_monitor.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/engine/simulator.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/properties.h"
#include "cpngen/version.h"
#include "nets/net_harness.h"
#include "systematic/errors.h"
#include "systematic/minimisation/minimise.h"
#include "systematic/replay.h"
#include "systematic/runner.h"
#include "systematic/strategies/parse.h"

namespace cpngen {
namespace {

using cpn::ctl::Evidence;
using cpn::ctl::Property;
using cpn::lua::LuaModel;
using systematic::HarnessInfo;
using systematic::RunResult;
using systematic::Schedule;

constexpr std::size_t kJudgeMemoBytes = std::size_t{64} << 20;
constexpr unsigned kReplays = 2000;  // a run of a net takes well below a millisecond, mostly
constexpr const char* kMachines = "--machines";

std::vector<std::string> NamesOf(const std::vector<const Property*>& properties) {
  std::vector<std::string> names;
  for (const Property* property : properties) names.push_back(property->name);
  return names;
}

systematic::Bounds BoundsFor(const SimulateOptions& options) {
  const auto temperature = options.search.temperature;
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  return nets::BoundsOf(options.steps, !temperature        ? 0
                                       : *temperature == 0 ? kNever
                                                           : *temperature);
}

/// What a run shows, tried out on the engine.
class Judge {
 public:
  explicit Judge(LuaModel& model)
      : engine_(model.engine()),
        memo_(&model.state_functions(), &model.net(), &model.multisets(), kJudgeMemoBytes) {}

  /// The run's evidence against the property; `found.suspected` says whether it is only that.
  void Show(const Property& property, FoundSchedule& found) {
    const cpn::Run run = cpn::Replay(engine_, nets::StepsOf(found.schedule));
    cpn::ctl::RunMonitor monitor(engine_, memo_, property);
    Watch(monitor, run.steps);
    if (!monitor.violated() && run.end == cpn::RunEnd::kDead) monitor.EndDead();
    found.suspected = !monitor.violated();
    if (monitor.violated()) {
      found.evidence = monitor.Counterexample(run.steps);
      return;
    }
    found.evidence.steps = run.steps;
    found.evidence.milestones = {
        {run.steps.size(), found.schedule.violation->message, property.formula.where}};
  }

  void Watch(cpn::ctl::RunMonitor& monitor, const std::vector<cpn::BindingElementId>& steps) {
    cpn::Marking marking = engine_.InitialMarking();
    monitor.Begin(marking);
    for (const cpn::BindingElementId step : steps) {
      engine_.Occur(marking, step);
      monitor.Step(step, marking);
    }
  }

  /// The steps of a run that the model does not survive.
  std::vector<cpn::BindingElementId> StepsBeforeFailure(const Schedule& schedule) {
    cpn::Run run;
    try {
      cpn::Replay(engine_, nets::StepsOf(schedule), run);
    } catch (const cpn::ModelError&) {
      // What was taken up to there is in the run.
    }
    return run.steps;
  }

  cpn::Engine& engine() { return engine_; }
  cpn::ctl::StateFunctionMemo& memo() { return memo_; }

 private:
  cpn::Engine& engine_;
  cpn::ctl::StateFunctionMemo memo_;
};

/// The harness under its name, with what schedules say of the model.
HarnessInfo Named(LuaModel& model, const std::string& machines, HarnessInfo info) {
  info.name = model.name();
  info.about = "runs of the net";
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    info.parameters.emplace_back(parameter.name, parameter.value);
  }
  info.parameters.emplace_back(kMachines, machines);
  return info;
}

std::shared_ptr<nets::Benches> BenchesFor(const SimulateOptions& options,
                                          const std::string& machines,
                                          std::vector<std::string> properties,
                                          const base::Budget* budget) {
  return std::make_shared<nets::Benches>(nets::BenchOptions{
      [arguments = options.model, budget] { return LoadModelFor(arguments, nullptr, budget); },
      nets::ParseMachineRule(machines).value_or(nets::MachineRule{}), std::move(properties),
      budget});
}

class ScheduleSearch {
 public:
  ScheduleSearch(LuaModel& model, const SimulateOptions& options,
                 const std::vector<const Property*>& properties, const Streams& streams)
      : model_(model),
        options_(options),
        streams_(streams),
        make_(systematic::ParseStrategy(options.search.strategy)),
        learns_(make_({})->learns()),
        progress_(streams.progress ? &streams.err : nullptr),
        benches_(BenchesFor(options, options.search.machines, NamesOf(properties), streams.budget)),
        judge_(model) {
    for (const Property* property : properties) findings_.properties.push_back({property, {}});
  }

  ScheduleFindings Run() {
    std::uint64_t first = 0;
    while (first < *options_.search.schedules && !Watched().empty()) {
      const RunResult result = RunFrom(first);
      if (learns_) findings_.totals = {};
      findings_.totals.Add(result.totals);
      findings_.exhausted = result.exhausted;
      if (result.interrupted || benches_->stopped()) {
        findings_.stopped = true;
        break;
      }
      if (result.nondeterminism) throw Unrepeatable(*result.nondeterminism);
      if (!result.failure) break;
      if (!Take(*result.failure)) break;
      first = learns_ ? 0 : result.failure->iteration + 1;
    }
    progress_.Clear();
    return std::move(findings_);
  }

 private:
  /// Those that no run has violated yet.
  std::vector<std::string> Watched() const {
    std::vector<std::string> names;
    for (const ScheduleFinding& finding : findings_.properties) {
      if (!finding.found) names.push_back(finding.property->name);
    }
    return names;
  }

  HarnessInfo HarnessFor(const std::vector<std::string>& properties) {
    return Named(model_, options_.search.machines,
                 nets::NetHarness(benches_, properties, BoundsFor(options_)));
  }

  RunResult RunFrom(std::uint64_t first) {
    systematic::RunOptions run;
    run.first = first;
    run.schedules = *options_.search.schedules - first;
    run.seed = options_.seed;
    run.workers = options_.search.workers;
    run.length = options_.search.length;
    run.build = ProgramAndVersion();
    run.stop = [this] { return benches_->stopped() || streams_.budget->stopped(); };
    run.on_execution = [this](std::uint64_t, const systematic::Outcome&,
                              const systematic::Scheduler&) { Report(); };
    return systematic::RunSchedules(HarnessFor(Watched()), make_, run);
  }

  void Report() {
    const std::uint64_t executions = ++executions_;
    progress_.Report([&] {
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
      return fmt::format("{} of {} schedules, {:.0f}/s", executions, *options_.search.schedules,
                         static_cast<double>(executions) / std::max(time.count(), 0.001));
    });
  }

  /// Makes a finding of the failure. False when the model fails in it, so that there is no more to
  /// look for.
  bool Take(const systematic::Failure& failure) {
    FoundSchedule found;
    found.iteration = failure.iteration;
    found.strategy = failure.strategy;
    found.steps = failure.schedule.choices.size();
    const bool model_fails = failure.violation.monitor == nets::kModelFails;
    const auto finding =
        std::ranges::find_if(findings_.properties, [&](const ScheduleFinding& candidate) {
          return candidate.property->name == failure.violation.monitor;
        });
    if (finding == findings_.properties.end() && !model_fails) {
      throw InputError("a run ends with what is no property's: " + failure.violation.message);
    }
    found.schedule = failure.schedule;
    if (model_fails) {
      Shorten(Watched(), found);
      found.evidence.steps = judge_.StepsBeforeFailure(found.schedule);
      findings_.error = std::move(found);
      return false;
    }
    judge_.Show(*finding->property, found);
    if (!found.suspected) {
      // What is owed for long cannot be shortened: it is the time without it that counts.
      Shorten({failure.violation.monitor}, found);
      judge_.Show(*finding->property, found);
    }
    finding->found = std::move(found);
    return true;
  }

  /// Minimises the schedule; a candidate that is longer than what it comes from is cut off.
  void Shorten(const std::vector<std::string>& watched, FoundSchedule& found) {
    progress_.Report([] { return std::string("minimising"); });
    Schedule bounded = found.schedule;
    bounded.bounds.choices = std::max<std::size_t>(1, bounded.choices.size());
    bounded.bounds.fair_factor = 1;
    bounded.bounds.temperature = std::numeric_limits<std::uint64_t>::max();
    const systematic::Minimised minimised = systematic::Minimise(
        HarnessFor(watched), bounded,
        {.replays = kReplays, .stop = [this] { return streams_.budget->stopped(); }});
    if (!minimised.failed_again) return;
    found.schedule = minimised.schedule;
    found.replays = minimised.replays;
    found.one_minimal = minimised.one_minimal;
  }

  static cpn::ModelError Unrepeatable(const systematic::Nondeterminism& difference) {
    return cpn::ModelError(
        {}, "a run of the model goes another way when it is repeated: " + difference.message);
  }

  LuaModel& model_;
  const SimulateOptions& options_;
  const Streams& streams_;
  const systematic::MakeStrategy make_;
  const bool learns_;
  base::Progress progress_;
  const std::shared_ptr<nets::Benches> benches_;
  Judge judge_;
  ScheduleFindings findings_;
  std::atomic<std::uint64_t> executions_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

[[noreturn]] void RefuseSchedule(const SimulateOptions& options, const std::string& why) {
  throw InputError(fmt::format("--replay {}: this schedule does not belong to the model: {}",
                               options.replay, why));
}

/// The rule by which the schedule was made; the model must be what it was then.
std::string RequireSameModel(LuaModel& model, const SimulateOptions& options,
                             const Schedule& schedule) {
  if (schedule.harness != model.name()) {
    RefuseSchedule(options, "it is one of " + schedule.harness);
  }
  std::string machines = "process";
  std::size_t met = 0;
  for (const auto& [name, value] : schedule.parameters) {
    if (name == kMachines) {
      machines = value;
      continue;
    }
    const auto found = std::ranges::find(model.parameters(), name, &cpn::lua::Parameter::name);
    if (found == model.parameters().end()) {
      RefuseSchedule(options, fmt::format("the model has no parameter {}", name));
    }
    ++met;
    if (found->value == value) continue;
    RefuseSchedule(options, fmt::format("it was made with {0} = {1}, and here {0} is {2}; add -D "
                                        "{0}={1}",
                                        name, value, found->value));
  }
  if (met != model.parameters().size()) {
    RefuseSchedule(options, "it does not say what the model's parameters were");
  }
  return machines;
}

}  // namespace

ScheduleFindings SearchSchedules(LuaModel& model, const SimulateOptions& options,
                                 const std::vector<const Property*>& properties,
                                 const Streams& streams) {
  try {
    return ScheduleSearch(model, options, properties, streams).Run();
  } catch (const systematic::HarnessError& error) {
    throw InputError(
        fmt::format("a run is too long, or its binding elements too many: {}; fewer --steps help",
                    error.what()));
  }
}

ScheduleFindings ReplaySchedule(LuaModel& model, const SimulateOptions& options,
                                const Schedule& schedule, const Streams& streams) {
  const std::string machines = RequireSameModel(model, options, schedule);
  ScheduleFindings findings;
  std::vector<std::string> watched;
  const bool model_fails = schedule.violation && schedule.violation->monitor == nets::kModelFails;
  if (schedule.violation && !model_fails) {
    watched.push_back(schedule.violation->monitor);
    findings.properties.push_back(
        {ChooseProperties(model, options.model.path, watched).front(), {}});
  }
  const auto benches = BenchesFor(options, machines, watched, streams.budget);
  const HarnessInfo harness =
      Named(model, machines, nets::NetHarness(benches, watched, schedule.bounds));
  systematic::Scheduler scheduler;
  const systematic::StrictResult result = systematic::ReplayStrictly(harness, schedule, scheduler);
  if (benches->stopped()) std::rethrow_exception(benches->error());
  if (result.difference) RefuseSchedule(options, result.difference->message);
  findings.totals.Count(result.outcome);
  if (!schedule.violation) return findings;
  FoundSchedule found;
  found.iteration = schedule.iteration;
  found.strategy = schedule.strategy;
  found.steps = schedule.choices.size();
  found.schedule = schedule;
  Judge judge(model);
  if (model_fails) {
    found.evidence.steps = judge.StepsBeforeFailure(schedule);
    findings.error = std::move(found);
  } else {
    judge.Show(*findings.properties.front().property, found);
    findings.properties.front().found = std::move(found);
  }
  return findings;
}

void FailAgain(LuaModel& model, const std::vector<const Property*>& properties,
               const FoundSchedule& error) {
  Judge judge(model);
  const cpn::Run run = cpn::Replay(judge.engine(), nets::StepsOf(error.schedule));
  for (const Property* property : properties) {
    cpn::ctl::RunMonitor monitor(judge.engine(), judge.memo(), *property);
    judge.Watch(monitor, run.steps);
  }
}

}  // namespace cpngen
