#include "systematic/runner.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "systematic/batches.h"
#include "systematic/strategies/random.h"

namespace systematic {
namespace {

/// One thread's share of a call, with executions of its own.
class Worker {
 public:
  Worker(const HarnessInfo& harness, const Bounds& bounds, const RunOptions& options,
         std::unique_ptr<Strategy> strategy, Batches& batches)
      : harness_(harness),
        bounds_(bounds),
        options_(options),
        strategy_(std::move(strategy)),
        batches_(batches) {
    scheduler_.KeepStates(options.states);
  }

  void Work() {
    try {
      while (const auto batch = batches_.Next()) batches_.HandBack(*batch, RunBatch(*batch));
    } catch (...) {
      batches_.Abandon(std::current_exception());
    }
  }

 private:
  BatchResult RunBatch(const Batches::Batch& batch) {
    BatchResult result;
    for (std::uint64_t i = batch.begin; i < batch.end; ++i) {
      if (options_.stop && options_.stop()) {
        result.interrupted = true;
        break;
      }
      if (!RunIteration(i, result)) break;
    }
    return result;
  }

  /// Runs the iteration of that index; false when the batch ends with it.
  bool RunIteration(std::uint64_t index, BatchResult& result) {
    const std::uint64_t iteration = options_.first + index * options_.stride;
    if (!strategy_->Begin(iteration)) {
      result.exhausted = true;
      return false;
    }
    const Outcome outcome = Execution::Run(harness_, bounds_, *strategy_, scheduler_);
    if (options_.on_execution) options_.on_execution(iteration, outcome, scheduler_);
    result.totals.Count(outcome);
    const bool check =
        options_.check_every != 0 && (outcome.violation || index % options_.check_every == 0);
    const bool wanted = options_.on_schedule || (outcome.violation && !result.failure);
    if (!check && !wanted) return true;
    Schedule schedule =
        ScheduleOf(harness_, bounds_, {strategy_->name(), options_.seed, iteration, options_.build},
                   outcome, scheduler_);
    if (options_.on_schedule) options_.on_schedule(schedule);
    if (check) {
      ++result.totals.checked;
      result.nondeterminism = SelfCheck(harness_, schedule, scheduler_, second_);
      if (result.nondeterminism) return false;
    }
    if (!outcome.violation) return true;
    if (!result.failure) {
      result.failure =
          Failure{iteration, strategy_->name(), *outcome.violation, std::move(schedule)};
    }
    return !options_.stop_at_first;
  }

  const HarnessInfo& harness_;
  const Bounds& bounds_;
  const RunOptions& options_;
  std::unique_ptr<Strategy> strategy_;
  Batches& batches_;
  Scheduler scheduler_;
  Scheduler second_;  // for the self-check
};

}  // namespace

std::uint64_t MeasureLength(const HarnessInfo& harness, Bounds bounds, std::uint64_t seed) {
  bounds.fair_factor = 1;
  constexpr std::uint64_t kExecutions = 5;
  RandomStrategy strategy({.seed = seed});
  Scheduler scheduler;
  std::uint64_t length = 1;
  for (std::uint64_t i = 0; i < kExecutions; ++i) {
    strategy.Begin(i);
    length = std::max(length, Execution::Run(harness, bounds, strategy, scheduler).steps);
  }
  return length;
}

RunResult RunSchedules(const HarnessInfo& harness, const MakeStrategy& make,
                       const RunOptions& options) {
  const Bounds bounds = options.bounds.value_or(harness.bounds);
  const std::uint64_t length =
      options.length != 0 ? options.length : MeasureLength(harness, bounds, options.seed);
  const StrategyContext context{options.seed, length, bounds.choices};
  Batches batches(options.schedules, options.stop_at_first);
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(make(context));
  const unsigned workers = strategies.front()->learns() ? 1 : std::max(1u, options.workers);
  while (strategies.size() < workers) strategies.push_back(make(context));
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < workers; ++i) {
      threads.emplace_back(
          [&, i] { Worker(harness, bounds, options, std::move(strategies[i]), batches).Work(); });
    }
    Worker(harness, bounds, options, std::move(strategies[0]), batches).Work();
  }
  RunResult result = batches.Result();
  result.length = length;
  return result;
}

}  // namespace systematic
