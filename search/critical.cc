#include "search/critical.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "search/walk.h"

namespace search {
namespace {

constexpr std::uint64_t kRetestTimes = 10;
constexpr std::size_t kWalksAtATime = 32;  // walks that are done at a time, however many workers

class Finder {
 public:
  Finder(Crew& crew, const Suspect& suspect, const CriticalOptions& options)
      : crew_(crew),
        suspect_(suspect),
        options_(options),
        bit_(Properties{1} << suspect.property) {}

  Critical Find() {
    if (suspect_.live) {
      recovers_ = *suspect_.live;
    } else if (!Recovers(0, 0, options_.walks)) {
      return Ended(0, IsDead(0) ? Condition::kC1 : Condition::kC2);
    }
    while (true) {
      auto [condition, high] = Bound();
      if (condition == Condition::kC2) return Ended(high, condition);
      while (high > recovers_ + 1) {
        const std::uint64_t middle = recovers_ + (high - recovers_) / 2;
        if (!Recovers(middle, 0, options_.walks)) high = middle;
      }
      // What recovers after all moves the last state that does.
      if (!Recovers(high, options_.walks, kRetestTimes * options_.walks)) {
        return Ended(high, Condition::kC1);
      }
    }
  }

 private:
  std::uint64_t length() const { return suspect_.choices.size(); }

  Critical Ended(std::uint64_t step, Condition condition) {
    result_.step = step;
    result_.condition = condition;
    result_.certain = IsDead(step);
    return std::move(result_);
  }

  /// A state that does not recover, or where the search for one gives up.
  std::pair<Condition, std::uint64_t> Bound() {
    const std::uint64_t begin = recovers_;
    for (std::uint64_t distance = 1;; distance *= 2) {
      const std::uint64_t high = std::min(begin + distance, length());
      // Late in an execution it has little time left to come to life, so that it need not be dead.
      const bool is_late = high > options_.most_steps / 2;
      // But where nothing can be chosen it is, however late that is.
      if (suspect_.at_end && (is_late || high == length())) {
        dead_.push_back(length());
        return {Condition::kC1, length()};
      }
      if (!Recovers(high, 0, is_late ? 0 : options_.walks)) {
        return {is_late && !IsDead(high) ? Condition::kC2 : Condition::kC1, high};
      }
      if (high == length()) return {Condition::kC2, high};
    }
  }

  bool IsDead(std::uint64_t step) const {
    return std::find(dead_.begin(), dead_.end(), step) != dead_.end();
  }

  /// By walks of these numbers, but for what is known without.
  bool Recovers(std::uint64_t step, std::uint64_t first, std::uint64_t last) {
    if (0 < step && step <= recovers_) return true;
    if (IsDead(step)) return false;
    const Choices begin(suspect_.choices.begin(),
                        suspect_.choices.begin() + static_cast<std::ptrdiff_t>(step));
    switch (Fate fate = Look(begin); fate) {
      case Fate::kRecovers:
        return true;
      case Fate::kDead:
        dead_.push_back(step);
        return false;
      case Fate::kOpen:
        break;
    }
    for (; first < last; first += kWalksAtATime) {
      const std::size_t count = std::min<std::uint64_t>(kWalksAtATime, last - first);
      const std::optional<std::uint64_t> walk = FirstLive(begin, first, count);
      result_.walks += walk ? *walk + 1 - first : count;
      if (!walk) continue;
      Choices live = begin;
      Replay(crew_.first(), begin);
      WalkOn(crew_.first(), RandomOf(NameOf(step, *walk)), {.unmet = bit_}, StepsLeft(step), &live);
      Keep(std::move(live));
      return true;
    }
    return false;
  }

  /// At all states that follow, if they are not too many.
  Fate Look(const Choices& begin) {
    if (options_.exact_states == 0) return Fate::kOpen;
    Choices live = begin;
    Replay(crew_.first(), begin);
    const Fate fate = crew_.first().FateOf(suspect_.property, options_.exact_states, live);
    if (fate == Fate::kRecovers) Keep(std::move(live));
    return fate;
  }

  WalkName NameOf(std::uint64_t step, std::uint64_t walk) const {
    const auto first = static_cast<std::uint64_t>(Purpose::kCritical);
    return {options_.seed, static_cast<Purpose>(first + suspect_.property), step, walk};
  }
  /// An execution that was found dead late leaves walks little to recover in: half of its length is
  /// the least that says something.
  std::uint64_t StepsLeft(std::uint64_t step) const {
    const std::uint64_t least = options_.most_steps / 2;
    return options_.most_steps > step + least ? options_.most_steps - step : least;
  }

  /// The lowest number of a walk of these that comes to life.
  std::optional<std::uint64_t> FirstLive(const Choices& begin, std::uint64_t first,
                                         std::size_t count) {
    std::vector<char> is_live(count, 0);
    crew_.Do(count, [&](System& system, std::size_t i) {
      Replay(system, begin);
      const Walk walk = WalkOn(system, RandomOf(NameOf(begin.size(), first + i)), {.unmet = bit_},
                               StepsLeft(begin.size()));
      is_live[i] = walk.unmet == 0 ? 1 : 0;
    });
    const auto found = std::find(is_live.begin(), is_live.end(), 1);
    if (found == is_live.end()) return std::nullopt;
    return first + static_cast<std::uint64_t>(found - is_live.begin());
  }

  /// Keeps a live execution that shares more with the suspect than the one kept. The states that
  /// it shares recover.
  void Keep(Choices live) {
    const auto shared = static_cast<std::uint64_t>(
        std::mismatch(live.begin(), live.end(), suspect_.choices.begin(), suspect_.choices.end())
            .first -
        live.begin());
    recovers_ = std::max(recovers_, shared);
    if (result_.nearest_live && shared <= shared_) return;
    shared_ = shared;
    result_.nearest_live = std::move(live);
  }

  Crew& crew_;
  const Suspect& suspect_;
  const CriticalOptions options_;
  const Properties bit_;
  Critical result_;
  std::uint64_t shared_ = 0;
  std::uint64_t recovers_ = 0;       // the last state that is known to recover
  std::vector<std::uint64_t> dead_;  // states that are dead for sure
};

}  // namespace

Critical FindCritical(Crew& crew, const Suspect& suspect, const CriticalOptions& options) {
  return Finder(crew, suspect, options).Find();
}

}  // namespace search
