#include "systematic/replay.h"

#include <limits>

#include "systematic/key_text.h"
#include "systematic/strategies/replay.h"

namespace systematic {
namespace {

std::string Described(const Schedule& schedule, std::size_t choice) {
  if (choice >= schedule.choices.size()) return "the end";
  const ScheduledChoice& expected = schedule.choices[choice];
  const std::string of = " of " + std::to_string(expected.n);
  if (expected.is_step) return ToText(expected.key, schedule.names) + of + " options";
  return std::to_string(expected.value) + of + " for " + ToText(expected.key, schedule.names);
}

/// What was enabled where the replay stopped.
std::string EnabledAt(const Scheduler& scheduler, std::size_t choice) {
  constexpr std::size_t kMost = 20;
  const std::vector<Key> keys = scheduler.log().EnabledBefore(choice);
  std::string text;
  for (std::size_t i = 0; i < keys.size() && i < kMost; ++i) {
    text += (i == 0 ? "" : ", ") + ToText(keys[i], scheduler.names());
  }
  if (keys.size() > kMost) text += " and " + std::to_string(keys.size() - kMost) + " more";
  return text.empty() ? "nothing" : text;
}

std::string Ended(End end, const std::optional<Violation>& violation) {
  return violation ? violation->monitor + ": " + violation->message
                   : "no violation (" + std::string(NameOf(end)) + ")";
}

std::optional<Difference> DifferenceAtEnd(const Schedule& schedule, const Outcome& outcome,
                                          const Scheduler& scheduler) {
  const std::size_t choices = scheduler.log().choices().size();
  if (outcome.violation != schedule.violation || outcome.end != schedule.end) {
    return Difference{choices, "the schedule ends with " + Ended(schedule.end, schedule.violation) +
                                   "; the replay ends with " +
                                   Ended(outcome.end, outcome.violation)};
  }
  if (choices < schedule.choices.size()) {
    return Difference{choices,
                      "the replay is over; the schedule has " + Described(schedule, choices)};
  }
  if (outcome.observed != schedule.observed) {
    return Difference{choices, "all choices are the same, but what was observed is not"};
  }
  return std::nullopt;
}

}  // namespace

StrictResult ReplayStrictly(const HarnessInfo& harness, const Schedule& schedule,
                            Scheduler& scheduler, bool recording) {
  StrictReplay strategy(schedule);
  strategy.Begin(0);
  // It heals where the schedule did, which may be earlier than the harness's bound says.
  Bounds bounds = schedule.bounds;
  bounds.heal_after = schedule.healed_at.value_or(std::numeric_limits<std::uint64_t>::max());
  StrictResult result;
  result.outcome = Execution::Run(harness, bounds, strategy, scheduler, recording);
  if (const auto choice = strategy.difference()) {
    result.difference =
        Difference{*choice, "choice " + std::to_string(*choice + 1) + ": the schedule has " +
                                Described(schedule, *choice) + "; enabled is " +
                                EnabledAt(scheduler, *choice)};
  } else {
    result.difference = DifferenceAtEnd(schedule, result.outcome, scheduler);
  }
  return result;
}

Outcome ReplayLeniently(const HarnessInfo& harness, const Schedule& schedule, Scheduler& scheduler,
                        bool recording) {
  LenientReplay strategy(schedule);
  strategy.Begin(0);
  Bounds bounds = schedule.bounds;
  if (schedule.healed_at) bounds.heal_after = std::numeric_limits<std::uint64_t>::max();
  return Execution::Run(harness, bounds, strategy, scheduler, recording);
}

std::optional<std::string> WhyNotOf(const HarnessInfo& harness, const Schedule& schedule) {
  if (harness.name != schedule.harness) {
    return "it is a schedule of " + schedule.harness + ", not of " + harness.name;
  }
  if (harness.time != schedule.time) {
    return "its time is " + schedule.time + ", that of the harness is " + harness.time;
  }
  if (harness.parameters != schedule.parameters) {
    return "its parameters are not those of the harness " + harness.name;
  }
  return std::nullopt;
}

}  // namespace systematic
