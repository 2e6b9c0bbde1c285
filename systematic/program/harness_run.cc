#include "systematic/program/harness_run.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <limits>

#include "command_line/shard.h"
#include "systematic/runner.h"

namespace systematic {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kUsualSchedules = 1000;
constexpr std::uint64_t kBetweenReports = 16;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Iterations of a share: those of `all` that are its index modulo its count.
std::uint64_t ShareOf(std::uint64_t all, const command_line::Shard& shard) {
  return all / shard.count + (shard.index < all % shard.count ? 1 : 0);
}

RunOptions RunOptionsOf(const ProgramOptions& options) {
  RunOptions run;
  run.seed = options.seed;
  run.workers = options.workers;
  run.stop_at_first = !options.all;
  run.length = options.length;
  run.check_every = options.check_every;
  if (options.iteration) {
    run.first = *options.iteration;
    run.schedules = 1;
    return run;
  }
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max() / 4;
  const std::uint64_t usual = options.seconds ? kAll : kUsualSchedules;
  const command_line::Shard shard = options.shard.value_or(command_line::Shard{});
  run.schedules = ShareOf(options.schedules.value_or(usual), shard);
  run.first = shard.index;
  run.stride = shard.count;
  return run;
}

/// What the workers tell of while they run.
class Watcher {
 public:
  Watcher(const HarnessInfo& harness, const ProgramOptions& options, const RunOptions& run,
          const base::Interrupt& interrupt, base::Progress& progress)
      : harness_(harness),
        options_(options),
        first_(run.first),
        stride_(run.stride),
        all_(run.schedules),
        interrupt_(interrupt),
        progress_(progress) {}

  bool Stop() {
    if (interrupt_.requested()) return true;
    if (!options_.seconds || SecondsSince(start_) < *options_.seconds) return false;
    out_of_time_ = true;
    return true;
  }

  void Count(std::uint64_t iteration, const Outcome& outcome, const Scheduler& scheduler) {
    const std::uint64_t executions = ++executions_;
    if (outcome.end == End::kCutOff) ++cut_off_;
    if (outcome.violation) ++buggy_;
    if (options_.coverage) {
      const bool last = outcome.violation && !options_.all;
      coverage_.Count((iteration - first_) / stride_, scheduler, last);
    }
    if (executions % kBetweenReports == 0) progress_.Report([this] { return Line(); });
  }

  void Conclude(HarnessRun& run) {
    progress_.Clear();
    run.seconds = SecondsSince(start_);
    run.out_of_time = out_of_time_;
    if (options_.coverage) run.coverage = coverage_.Report();
  }

 private:
  std::string Line() const {
    const double seconds = SecondsSince(start_);
    const std::uint64_t executions = executions_;
    const bool counted = options_.schedules || !options_.seconds;
    return fmt::format("{}: {}{} schedules, {} buggy, {} cut off, {:.0f}/s", harness_.name,
                       executions, counted ? fmt::format(" of {}", all_) : "", buggy_.load(),
                       cut_off_.load(),
                       static_cast<double>(executions) / (seconds > 0 ? seconds : 1));
  }

  const HarnessInfo& harness_;
  const ProgramOptions& options_;
  const std::uint64_t first_, stride_, all_;
  const base::Interrupt& interrupt_;
  base::Progress& progress_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<std::uint64_t> executions_ = 0, buggy_ = 0, cut_off_ = 0;
  std::atomic<bool> out_of_time_ = false;
  Coverage coverage_;
};

}  // namespace

HarnessRun RunHarness(const HarnessInfo& harness, const MakeStrategy& make,
                      const ProgramOptions& options, const std::string& build,
                      const base::Interrupt& interrupt, base::Progress& progress) {
  RunOptions run_options = RunOptionsOf(options);
  Watcher watcher(harness, options, run_options, interrupt, progress);
  run_options.build = build;
  run_options.states = options.coverage;
  run_options.stop = [&watcher] { return watcher.Stop(); };
  run_options.on_execution = [&watcher](std::uint64_t iteration, const Outcome& outcome,
                                        const Scheduler& scheduler) {
    watcher.Count(iteration, outcome, scheduler);
  };
  HarnessRun run;
  run.harness = &harness;
  if (options.iteration) {
    run_options.on_schedule = [&run](const Schedule& schedule) { run.only = schedule; };
  }
  run.result = RunSchedules(harness, make, run_options);
  watcher.Conclude(run);
  return run;
}

}  // namespace systematic
