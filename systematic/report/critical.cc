#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "systematic/execution.h"
#include "systematic/report/recording.h"
#include "systematic/scheduler.h"
#include "systematic/strategies/random.h"
#include "systematic/strategies/replay.h"

namespace systematic {
namespace {

/// The first choices of a schedule, then fair and random, without further faults: those could
/// spoil any execution.
class PrefixThenRandom : public Strategy {
 public:
  PrefixThenRandom(const Schedule& schedule, std::size_t length, std::uint64_t seed)
      : replay_(schedule), random_({.seed = seed}), length_(length) {}

  std::string name() const override { return "prefix, then random"; }
  bool Begin(std::uint64_t iteration) override {
    made_ = 0;
    return replay_.Begin(iteration) && random_.Begin(iteration);
  }
  std::size_t Pick(std::span<const Option> enabled) override {
    if (made_ >= length_) return PickNoFault(enabled);
    const std::size_t index = replay_.Pick(enabled);
    if (index < enabled.size()) ++made_;
    return index;
  }
  std::uint64_t Choose(const Key& key, std::uint64_t n) override {
    if (made_ >= length_) return random_.Choose(key, n);
    ++made_;
    return replay_.Choose(key, n);
  }
  bool fair() const override { return made_ >= length_; }
  void Heal() override { replay_.Heal(); }
  void Use(const Names& names) override { replay_.Use(names); }

 private:
  std::size_t PickNoFault(std::span<const Option> enabled) {
    candidates_.clear();
    for (std::size_t i = 0; i < enabled.size(); ++i) {
      if (enabled[i].kind != OptionKind::kFault) candidates_.push_back(i);
    }
    if (candidates_.empty()) return kQuiet;
    return candidates_[random_.Choose({}, candidates_.size())];
  }

  LenientReplay replay_;
  RandomStrategy random_;
  std::vector<std::size_t> candidates_;
  std::size_t length_;
  std::size_t made_ = 0;
};

bool Recovers(const HarnessInfo& harness, const Schedule& schedule, std::size_t length,
              unsigned samples) {
  Bounds bounds = schedule.bounds;
  if (schedule.healed_at && *schedule.healed_at < length) {
    bounds.heal_after = std::numeric_limits<std::uint64_t>::max();
  }
  Scheduler scheduler;
  for (unsigned sample = 0; sample < samples; ++sample) {
    PrefixThenRandom strategy(schedule, length, schedule.seed + sample);
    strategy.Begin(sample);
    const Outcome outcome = Execution::Run(harness, bounds, strategy, scheduler);
    if (!outcome.violation || outcome.violation->monitor != schedule.violation->monitor) {
      return true;
    }
  }
  return false;
}

}  // namespace

void FindCritical(const HarnessInfo& harness, Recording& recording, unsigned samples) {
  if (!recording.of_liveness()) return;
  const Schedule& schedule = recording.schedule;
  if (!Recovers(harness, schedule, 0, samples)) {
    recording.critical = 0;
    return;
  }
  // Recovers after `good` choices, and not after `bad`.
  std::size_t good = 0;
  std::size_t bad = schedule.choices.size();
  while (bad - good > 1) {
    const std::size_t middle = good + (bad - good) / 2;
    (Recovers(harness, schedule, middle, samples) ? good : bad) = middle;
  }
  while (bad > 1 && !recording.choices[bad - 1].is_step) --bad;
  recording.critical = bad;
}

}  // namespace systematic
