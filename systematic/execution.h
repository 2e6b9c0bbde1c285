// One execution from its start to its end.
//
// Start; then choices until nothing is enabled, a violation, or a bound. After some choices, or
// when nothing is enabled before, Heal() once. Nothing enabled and a monitor hot after that: a
// violation. A monitor hot for too long after that, under a strategy that is fair: a violation. An
// exception that leaves the harness is one, too; but HarnessError leaves Run().
// Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "systematic/harness.h"
#include "systematic/scheduler.h"
#include "systematic/strategy.h"

namespace systematic {

enum class End : std::uint8_t {
  kQuiescent,  ///< nothing was enabled any more
  kViolation,
  kCutOff,   ///< at its bound; nothing is known of how it would have gone on
  kStopped,  ///< by the strategy, which knows that going on is no use
};

/// "quiescent", "violation", "cut-off" or "stopped".
std::string_view NameOf(End end);

/// How an execution went.
struct Outcome {
  End end = End::kQuiescent;
  std::uint64_t choices = 0;
  std::uint64_t steps = 0;
  std::uint64_t observed = 0;              ///< hash of all observations
  std::optional<std::uint64_t> healed_at;  ///< choices before Heal(), if it was called
  std::optional<std::uint64_t> fair_from;  ///< choices before the strategy was fair, if ever
  /// Hash of the options that were enabled at the end, when the strategy wanted none of them.
  std::optional<std::uint64_t> unwanted;
  std::optional<Violation> violation;
};

class Execution {
 public:
  /// Begins an execution and ends it. The strategy's Begin() was called; `scheduler` may be that
  /// of an earlier execution, whose log it forgets. With `recording` notes are kept.
  static Outcome Run(const HarnessInfo& harness, const Bounds& bounds, Strategy& strategy,
                     Scheduler& scheduler, bool recording = false);

 private:
  Execution(const Bounds& bounds, Strategy& strategy, Scheduler& scheduler)
      : bounds_(bounds), strategy_(strategy), scheduler_(scheduler) {}

  End RunToEnd(Harness& harness);
  /// RunToEnd() and Finish(), exceptions caught.
  End Judge(Harness& harness);
  bool AtBound(bool fair) const;
  bool IsFair();
  void Heal(Harness& harness);
  /// Nothing can happen any more: what is owed stays owed.
  End Quiescent();

  const Bounds& bounds_;
  Strategy& strategy_;
  Scheduler& scheduler_;
  std::optional<std::uint64_t> healed_at_;
  std::optional<std::uint64_t> fair_from_;
  std::optional<std::uint64_t> unwanted_;
};

}  // namespace systematic
