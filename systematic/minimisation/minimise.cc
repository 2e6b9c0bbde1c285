#include "systematic/minimisation/minimise.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "systematic/report/option_recorder.h"
#include "systematic/strategies/replay.h"

namespace systematic {
namespace {

/// What makes one schedule smaller than another, the first difference deciding.
struct Size {
  std::size_t faults = 0;
  std::size_t choices = 0;
  std::size_t values = 0;       // that are not 0
  std::size_t overtakings = 0;  // steps that ran just before an older one
  auto operator<=>(const Size&) const = default;
};

/// A failing schedule as it was executed.
struct Executed {
  Schedule schedule;
  std::vector<OptionRecorder::Taken> taken;  // by choice
  Size size;
};

bool IsFault(const OptionRecorder::Taken& taken) {
  return taken.is_step && taken.option.kind == OptionKind::kFault;
}

/// The next step after the choice at `index`; taken.size() if there is none.
std::size_t NextStep(const std::vector<OptionRecorder::Taken>& taken, std::size_t index) {
  do {
    ++index;
  } while (index < taken.size() && !taken[index].is_step);
  return index;
}

Size SizeOf(const Executed& executed) {
  Size size;
  const auto& taken = executed.taken;
  size.choices = taken.size();
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (IsFault(taken[i])) ++size.faults;
    if (!taken[i].is_step) {
      size.values += executed.schedule.choices[i].value != 0 ? 1u : 0u;
      continue;
    }
    const std::size_t next = NextStep(taken, i);
    if (next < taken.size() && taken[next].option.id < taken[i].option.id) ++size.overtakings;
  }
  return size;
}

/// Leaves out the choices at [begin, begin + count) of `chosen`, which are indices; what happens
/// after a number of choices moves with them.
Schedule Without(const Schedule& schedule, const std::vector<std::size_t>& chosen,
                 std::size_t begin, std::size_t count) {
  std::vector<bool> left_out(schedule.choices.size(), false);
  for (std::size_t i = begin; i < begin + count; ++i) left_out[chosen[i]] = true;
  Schedule result = schedule;
  result.choices.clear();
  const auto moved = [&left_out](std::optional<std::uint64_t> number) {
    if (!number) return number;
    const auto end = left_out.begin() +
                     static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(*number, left_out.size()));
    return std::optional(*number -
                         static_cast<std::uint64_t>(std::count(left_out.begin(), end, true)));
  };
  result.healed_at = moved(schedule.healed_at);
  result.fair_from = moved(schedule.fair_from);
  for (std::size_t i = 0; i < schedule.choices.size(); ++i) {
    if (!left_out[i]) result.choices.push_back(schedule.choices[i]);
  }
  return result;
}

class Minimiser {
 public:
  Minimiser(const HarnessInfo& harness, const MinimiseOptions& options)
      : harness_(harness), options_(options) {}

  Minimised Run(const Schedule& schedule) {
    Minimised result;
    result.schedule = schedule;
    best_.size = {std::numeric_limits<std::size_t>::max(), 0, 0, 0};
    monitor_ = schedule.violation->monitor;
    if (Try(schedule)) {
      result.failed_again = true;
      result.faults_before = best_.size.faults;
      result.one_minimal = Shrink();
      result.schedule = best_.schedule;
      result.faults = best_.size.faults;
    }
    result.replays = replays_;
    return result;
  }

 private:
  using Chooses = bool (*)(const OptionRecorder::Taken&);

  /// True when it is 1-minimal.
  bool Shrink() {
    Size before;
    do {
      before = best_.size;
      LeaveOut(IsFault);
      ZeroValues();
      if (!LeaveOut([](const OptionRecorder::Taken&) { return true; })) return false;
      if (!SwapTowardsFifo()) return false;
    } while (best_.size < before && best_.size.choices < before.choices);
    // A swap leaves as many choices, but other ones may be dispensable then.
    return LeaveOut([](const OptionRecorder::Taken&) { return true; });
  }

  /// ddmin: halves, quarters, ... down to single choices, from the back. False when replays ran out
  /// before no single one could be left out.
  bool LeaveOut(Chooses chooses) {
    std::size_t count = std::max<std::size_t>(1, Chosen(chooses).size() / 2);
    while (true) {
      bool smaller = false;
      std::size_t end = Chosen(chooses).size();
      while (end > 0) {
        const std::size_t begin = end - std::min(count, end);
        const std::vector<std::size_t> chosen = Chosen(chooses);
        if (spent()) return false;
        if (Try(Without(best_.schedule, chosen, begin, end - begin))) {
          smaller = true;
          end = std::min(begin, Chosen(chooses).size());
        } else {
          end = begin;
        }
      }
      if (count > 1) {
        count /= 2;
      } else if (!smaller) {
        return true;
      }
    }
  }

  std::vector<std::size_t> Chosen(Chooses chooses) const {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < best_.taken.size(); ++i) {
      if (chooses(best_.taken[i])) indices.push_back(i);
    }
    return indices;
  }

  void ZeroValues() {
    Schedule all = best_.schedule;
    for (ScheduledChoice& choice : all.choices) choice.value = 0;
    if (all == best_.schedule || Try(all)) return;
    for (std::size_t i = 0; i < best_.schedule.choices.size() && !spent(); ++i) {
      if (best_.schedule.choices[i].value == 0) continue;
      Schedule candidate = best_.schedule;
      candidate.choices[i].value = 0;
      Try(candidate);
    }
  }

  /// One pass over steps that ran just before an older one. False when replays ran out.
  bool SwapTowardsFifo() {
    for (std::size_t i = 0; i < best_.taken.size(); ++i) {
      if (!best_.taken[i].is_step) continue;
      const std::size_t next = NextStep(best_.taken, i);
      if (next >= best_.taken.size()) break;
      if (best_.taken[next].option.id > best_.taken[i].option.id) continue;
      if (spent()) return false;
      Schedule candidate = best_.schedule;
      // A step's values come behind it, wherever it stands: replay finds them by their keys.
      std::swap(candidate.choices[i], candidate.choices[next]);
      Try(candidate);
    }
    return true;
  }

  bool spent() const { return replays_ >= options_.replays || (options_.stop && options_.stop()); }

  /// Whether the candidate fails in the same way and what it executed is smaller; then it is the
  /// best.
  bool Try(const Schedule& candidate) {
    if (spent()) return false;
    ++replays_;
    LenientReplay replay(candidate);
    OptionRecorder recorder(replay);
    recorder.Begin(0);
    Bounds bounds = candidate.bounds;
    if (candidate.healed_at) bounds.heal_after = std::numeric_limits<std::uint64_t>::max();
    const Outcome outcome = Execution::Run(harness_, bounds, recorder, scheduler_);
    if (!outcome.violation || outcome.violation->monitor != monitor_) return false;
    Executed executed;
    executed.schedule =
        ScheduleOf(harness_, candidate.bounds,
                   {candidate.strategy, candidate.seed, candidate.iteration, candidate.build},
                   outcome, scheduler_);
    executed.taken = recorder.taken();
    executed.size = SizeOf(executed);
    if (executed.size >= best_.size) return false;
    best_ = std::move(executed);
    return true;
  }

  const HarnessInfo& harness_;
  const MinimiseOptions& options_;
  Scheduler scheduler_;
  std::string monitor_;
  Executed best_;
  unsigned replays_ = 0;
};

}  // namespace

Minimised Minimise(const HarnessInfo& harness, const Schedule& schedule,
                   const MinimiseOptions& options) {
  return Minimiser(harness, options).Run(schedule);
}

}  // namespace systematic
