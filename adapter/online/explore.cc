#include "adapter/online/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "adapter/online/coverage.h"
#include "adapter/online/saved_case.h"
#include "adapter/online/shorten.h"
#include "adapter/runner.h"

namespace adapter::online {
namespace {

/// As many at the very beginning, and the system or its driver does not work at all.
constexpr std::uint64_t kHopeless = 5;
/// How often a shortened run is played again, to say how surely it fails.
constexpr int kRepetitions = 3;

class Explorer {
 public:
  Explorer(Subject& subject, const Oracle& oracle, const ExplorationSettings& settings,
           const std::atomic<bool>* interrupt, const ExplorationProgress& progress)
      : subject_(subject),
        oracle_(oracle),
        settings_(settings),
        interrupt_(interrupt),
        progress_(progress),
        suite_(oracle.specification.Suite()) {}

  Exploration Go() {
    while (!IsOver()) PlayNext();
    result_.interrupted = IsInterrupted();
    return std::move(result_);
  }

 private:
  bool IsInterrupted() const { return interrupt_ != nullptr && *interrupt_; }

  bool IsOver() const {
    if (IsInterrupted() || Clock::now() >= end_) return true;
    if (settings_.runs && result_.runs() >= *settings_.runs) return true;
    if (result_.failed > 0 && !settings_.all) return true;
    return result_.inconclusive == kHopeless && result_.runs() == kHopeless;
  }

  RunInfo InfoOf(std::uint64_t number) const {
    return {suite_.name, fmt::format("{}-{}", settings_.seed, number),
            CaseSeed(settings_.seed, fmt::format("run {}", number)), ConfigurationOf(suite_)};
  }

  void PlayNext() {
    const std::uint64_t number = result_.runs() + 1;
    const RunInfo info = InfoOf(number);
    ChanceSettings chance = settings_.chance;
    chance.end = end_;
    Chance director(CaseSeed(settings_.seed, fmt::format("choices {}", number)), chance,
                    oracle_.stimuli, coverage_);
    const Clock::time_point begin = Clock::now();
    PlayedRun run = Play(subject_, info, oracle_, director, interrupt_);
    if (IsInterrupted() && run.outcome != Outcome::kFail) return;
    const std::chrono::duration<double> took = Clock::now() - begin;
    result_.seconds += took.count();
    result_.stimuli += run.stimuli;
    result_.states = coverage_.states();
    result_.pairs = coverage_.pairs();
    result_.most_markings = coverage_.most_markings();
    switch (run.outcome) {
      case Outcome::kPass:
        ++result_.passed;
        break;
      case Outcome::kInconclusive:
        if (++result_.inconclusive == 1) result_.why_inconclusive = run.detail;
        break;
      case Outcome::kFail:
        ++result_.failed;
        Keep(std::move(run), number, info, took.count() * 1000);
        break;
    }
    progress_(result_, std::nullopt);
  }

  void Keep(PlayedRun run, std::uint64_t number, const RunInfo& info, double milliseconds) {
    const auto known =
        std::find_if(result_.failures.begin(), result_.failures.end(),
                     [&](const Failure& failure) { return failure.run.key == run.key; });
    if (known != result_.failures.end()) {
      ++known->same;
      return;
    }
    const Clock::time_point begin = Clock::now();
    const auto play = [&](const std::vector<Seen>& stimuli) {
      progress_(result_, stimuli.size());
      Script director(stimuli);
      return Play(subject_, info, oracle_, director, interrupt_);
    };
    Failure failure;
    failure.number = number;
    failure.seed = info.seed;
    failure.stimuli = run.stimuli;
    failure.milliseconds = milliseconds;
    failure.repeated = kRepetitions;
    if (settings_.shortening.count() > 0) {
      const Deadline deadline = begin + settings_.shortening;
      failure.run = Shorten(std::move(run), play, {.deadline = deadline});
      failure.failed_again = Repeat(failure.run, play, deadline, failure.repeated);
    } else {
      failure.run = std::move(run);
      failure.repeated = 0;
    }
    result_.failures.push_back(std::move(failure));
    end_ += Clock::now() - begin;  // a failing run takes nothing of the time for others
  }

  Subject& subject_;
  const Oracle& oracle_;
  const ExplorationSettings& settings_;
  const std::atomic<bool>* const interrupt_;
  const ExplorationProgress& progress_;
  const cpn::lua::SuiteInfo suite_;
  Deadline end_ = Clock::now() + settings_.time;
  Coverage coverage_;
  Exploration result_;
};

}  // namespace

Exploration Explore(Subject& subject, const Oracle& oracle, const ExplorationSettings& settings,
                    const std::atomic<bool>* interrupt, const ExplorationProgress& progress) {
  return Explorer(subject, oracle, settings, interrupt, progress).Go();
}

}  // namespace adapter::online
