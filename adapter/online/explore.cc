#include "adapter/online/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "adapter/online/coverage.h"
#include "adapter/online/replay.h"
#include "adapter/online/saved_case.h"
#include "adapter/online/shorten.h"
#include "adapter/runner.h"

namespace adapter::online {
namespace {

/// As many at the very beginning, and the system or its driver does not work at all.
constexpr std::uint64_t kHopeless = 5;
/// Of the time for a failing run, so much is for playing shorter ones, the rest for replays.
constexpr double kShareOfShortening = 0.6;

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
    if (reproduced_ && !settings_.all) return true;
    return result_.inconclusive == kHopeless && result_.runs() == kHopeless;
  }

  /// The system is told the seed that a replay of the saved case tells it.
  RunInfo InfoOf(std::uint64_t number) const {
    const std::string id = fmt::format("{}-{}", settings_.seed, number);
    return {suite_.name, id, CaseSeed(settings_.seed, CaseName(suite_.name, id)),
            ConfigurationOf(suite_)};
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
    auto known = std::find_if(result_.failures.begin(), result_.failures.end(),
                              [&](const Failure& failure) { return failure.run.key == run.key; });
    const bool is_new = known == result_.failures.end();
    if (!is_new) {
      ++known->same;
      if (IsSettled(*known)) return;
    }
    const Clock::time_point begin = Clock::now();
    Failure failure;
    failure.number = number;
    failure.seed = info.seed;
    failure.stimuli = run.stimuli;
    failure.milliseconds = milliseconds;
    const Clock::duration left = settings_.shortening - (is_new ? Clock::duration{} : known->spent);
    Reduce(failure, std::move(run), info, left);
    const Clock::duration spent = Clock::now() - begin;
    end_ += spent;  // a failing run takes nothing of the time for others
    if (is_new) known = result_.failures.insert(known, Failure{});
    failure.spent = known->spent + spent;
    failure.same = known->same;
    if (is_new || failure.replays.IsMoreThan(known->replays)) {
      *known = std::move(failure);
    } else {
      known->spent = failure.spent;
    }
    reproduced_ = reproduced_ || IsSettled(*known);
  }

  /// No other run is looked for that fails in the same way: the saved case of this one fails again,
  /// or there is no more time to find out.
  bool IsSettled(const Failure& failure) const {
    return failure.replays.FailsAgain() || failure.spent >= settings_.shortening;
  }

  /// Makes the run shorter, and finds out how surely its saved case fails.
  void Reduce(Failure& failure, PlayedRun run, const RunInfo& info, Clock::duration left) {
    const Clock::time_point begin = Clock::now();
    const auto play = [&](const std::vector<Seen>& stimuli) {
      progress_(result_, stimuli.size());
      Script director(stimuli);
      return Play(subject_, info, oracle_, director, interrupt_);
    };
    const auto share = std::chrono::duration_cast<Clock::duration>(left * kShareOfShortening);
    std::vector<PlayedRun> chain = Shorten(std::move(run), play, begin + share);
    const auto is_over = [&] { return IsInterrupted() || Clock::now() >= begin + left; };
    const auto replay = [&](const PlayedRun& candidate) {
      progress_(result_, candidate.stimuli);
      return ReplaySaved(subject_, oracle_, candidate, info.test, settings_.seed, is_over);
    };
    Reproduction best = MostCertain(std::move(chain), replay);
    failure.run = std::move(best.run);
    failure.replays = best.certainty;
  }

  Subject& subject_;
  const Oracle& oracle_;
  const ExplorationSettings& settings_;
  const std::atomic<bool>* const interrupt_;
  const ExplorationProgress& progress_;
  const cpn::lua::SuiteInfo suite_;
  Deadline end_ = Clock::now() + settings_.time;
  Coverage coverage_;
  bool reproduced_ = false;  ///< a way to fail is settled
  Exploration result_;
};

}  // namespace

Exploration Explore(Subject& subject, const Oracle& oracle, const ExplorationSettings& settings,
                    const std::atomic<bool>* interrupt, const ExplorationProgress& progress) {
  return Explorer(subject, oracle, settings, interrupt, progress).Go();
}

}  // namespace adapter::online
