#include "generator/simulation_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "cpn/engine/simulator.h"
#include "generator/case_end.h"
#include "generator/copy_value.h"
#include "generator/observer.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using cpn::lua::CaseScope;
using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

/// The runs that are still to be done, and the first that failed.
class RunQueue {
 public:
  RunQueue(std::uint64_t first, std::uint64_t runs) : next_(first), end_(first + runs) {}

  /// The next run, or nothing when there is none. A run is given out although a later one has
  /// failed, so that the failure that is reported is always the same.
  std::optional<std::uint64_t> Take() {
    const std::lock_guard lock(mutex_);
    if (next_ >= end_) return std::nullopt;
    return next_++;
  }

  void Fail(std::uint64_t run, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (run >= end_) return;
    end_ = run;
    error_ = std::move(error);
  }

  void RethrowFailure() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::uint64_t next_;
  std::uint64_t end_;  ///< runs from here on are not wanted
  std::exception_ptr error_;
};

/// One worker: simulates runs of its own model and keeps what they observe.
class Worker {
 public:
  Worker(LuaModel& model, TestSpecification& specification, const SimulationMethodOptions& options)
      : model_(model),
        specification_(specification),
        options_(options),
        observer_(model, specification),
        case_end_(model, specification) {}

  void Run(RunQueue& queue, const std::function<void()>& done) {
    while (const std::optional<std::uint64_t> run = queue.Take()) {
      try {
        Simulate(*run);
        done();
      } catch (...) {
        queue.Fail(*run, std::current_exception());
        return;
      }
    }
  }

  /// Adds the results to those of the model that generates.
  void MergeInto(RawCases& raw, LuaModel& model) const {
    std::vector<ObservationId> ids;
    for (ObservationId id = 0; id < observer_.observations().size(); ++id) {
      Observation observation = observer_.observations()[id];
      observation.fields = CopyValue(model_.values(), observation.fields, model.values());
      ids.push_back(raw.observations.Intern(observation));
    }
    for (RawCase observed : cases_) {
      for (ObservationId& id : observed) id = ids[id];
      raw.cases.push_back(std::move(observed));
    }
    raw.runs += runs_;
    raw.unfinished_runs += unfinished_runs_;
  }

 private:
  void Simulate(std::uint64_t index) {
    cpn::SimulationOptions simulation;
    simulation.seed = SeedOfRun(options_.seed, index);
    simulation.max_steps = options_.max_steps;
    simulation.budget = options_.budget;
    ++runs_;
    bool at_goal = case_end_.exists() && case_end_.IsIn(model_.engine().InitialMarking());
    if (at_goal) simulation.max_steps = 0;
    std::uint64_t made = 0;
    cpn::Run run;
    const auto is_over = [&](const cpn::Marking& marking) {
      made += Observed(run.steps.back()).size();
      at_goal = IsGoal(run.steps.back(), marking);
      return at_goal || HasEnough(made);
    };
    if (case_end_.exists() || options_.observations > 0) simulation.stop = is_over;
    cpn::Simulate(model_.engine(), simulation, run);
    const bool over = at_goal || run.end == cpn::RunEnd::kDead || HasEnough(made);
    if (!over) ++unfinished_runs_;
    if (specification_.scope() == CaseScope::kOccurrence) {
      KeepOccurrences(run);
    } else if (over) {
      if (!at_goal && HasEnough(made)) AwaitAnswers(simulation.seed, run);
      KeepCase(run);
    }
  }

  const RawCase& Observed(cpn::BindingElementId element) {
    return observer_.labels()[observer_.LabelOf(element)];
  }

  bool HasEnough(std::uint64_t observations) const {
    return options_.observations > 0 && observations >= options_.observations;
  }

  bool IsGoal(cpn::BindingElementId element, const cpn::Marking& marking) {
    return case_end_.exists() && (case_end_.IsBehind(element) || case_end_.IsIn(marking));
  }

  bool Feeds(cpn::BindingElementId element) {
    const RawCase& observed = Observed(element);
    return std::any_of(observed.begin(), observed.end(), [this](ObservationId id) {
      return observer_.observations()[id].kind == cpn::lua::ObservationKind::kStimulus;
    });
  }

  /// Goes on without stimuli until there is nothing else, or the goal. A run that the step limit
  /// ends first observes for ever: it stays as it is.
  void AwaitAnswers(std::uint64_t seed, cpn::Run& run) {
    base::Random random(SeedOfRun(seed, 0));
    const std::size_t enough = run.steps.size();
    std::vector<cpn::BindingElementId> answers;
    for (;;) {
      answers.clear();
      for (const cpn::BindingElementId element : model_.engine().Enabled(run.last)) {
        if (!Feeds(element)) answers.push_back(element);
      }
      if (answers.empty()) return;
      if (run.steps.size() >= options_.max_steps) break;
      const cpn::BindingElementId next =
          answers[random.Below(static_cast<std::uint32_t>(answers.size()))];
      model_.engine().Occur(run.last, next);
      run.steps.push_back(next);
      if (IsGoal(next, run.last)) return;
    }
    run.steps.resize(enough);
  }

  void KeepOccurrences(const cpn::Run& run) {
    for (const cpn::BindingElementId element : run.steps) {
      const LabelId label = observer_.LabelOf(element);
      if (label != kSilent) cases_.insert(observer_.labels()[label]);
    }
  }

  void KeepCase(const cpn::Run& run) {
    RawCase observed;
    for (const cpn::BindingElementId element : run.steps) {
      const RawCase& more = Observed(element);
      observed.insert(observed.end(), more.begin(), more.end());
    }
    if (specification_.order() == CaseOrder::kSet) {
      std::sort(observed.begin(), observed.end());
      observed.erase(std::unique(observed.begin(), observed.end()), observed.end());
    }
    cases_.insert(std::move(observed));
  }

  LuaModel& model_;
  TestSpecification& specification_;
  const SimulationMethodOptions& options_;
  Observer observer_;
  CaseEnd case_end_;
  std::set<RawCase> cases_;
  std::uint64_t runs_ = 0;
  std::uint64_t unfinished_runs_ = 0;
};

}  // namespace

std::uint64_t SeedOfRun(std::uint64_t seed, std::uint64_t run) {
  return base::Random(seed ^ base::Random(run).Next()).Next();
}

RawCases GenerateFromSimulations(LuaModel& model, TestSpecification& specification,
                                 const LoadModel& load, const SimulationMethodOptions& options,
                                 base::Progress& progress) {
  const auto jobs = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(options.jobs, 1, std::max<std::uint64_t>(options.runs, 1)));
  std::vector<std::unique_ptr<LuaModel>> models;
  std::vector<std::unique_ptr<Worker>> workers;
  workers.push_back(std::make_unique<Worker>(model, specification, options));
  while (workers.size() < jobs) {
    models.push_back(load());
    workers.push_back(std::make_unique<Worker>(
        *models.back(), models.back()->Specification(specification.name()), options));
  }

  RunQueue queue(options.first, options.runs);
  std::atomic<std::uint64_t> finished{0};
  const auto done = [&] {
    const std::uint64_t count = ++finished;
    progress.Report([&] { return fmt::format("{} of {} runs", count, options.runs); });
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < workers.size(); ++i) {
        threads.emplace_back([&, i] { workers[i]->Run(queue, done); });
      }
    } catch (const std::system_error&) {
      // The system gives no more threads. Those that there are do all runs, with the same result.
    }
    workers.front()->Run(queue, done);
  }
  progress.Clear();
  queue.RethrowFailure();

  RawCases raw;
  for (const auto& worker : workers) worker->MergeInto(raw, model);
  std::sort(raw.cases.begin(), raw.cases.end());
  raw.cases.erase(std::unique(raw.cases.begin(), raw.cases.end()), raw.cases.end());
  return raw;
}

}  // namespace generator
