#include "systematic/report/recording.h"

#include <algorithm>
#include <limits>

#include "systematic/key_text.h"
#include "systematic/report/option_recorder.h"
#include "systematic/scheduler.h"
#include "systematic/strategies/replay.h"

namespace systematic {
namespace {

Origin OriginOf(const Schedule& schedule) {
  return {schedule.strategy, schedule.seed, schedule.iteration, schedule.build};
}

std::string DifferenceOf(const Schedule& schedule, const Schedule& executed) {
  const auto& wanted = schedule.choices;
  const auto& got = executed.choices;
  for (std::size_t i = 0; i < std::max(wanted.size(), got.size()); ++i) {
    const std::string which = "choice " + std::to_string(i + 1) + ": the schedule has ";
    if (i == wanted.size()) return which + "ended, the execution goes on";
    const std::string name = ToText(wanted[i].key, schedule.names);
    if (i == got.size()) return which + name + ", the execution has ended";
    const std::string other = ToText(got[i].key, executed.names);
    if (name != other) return which + name + ", the execution " + other;
    if (wanted[i].is_step && wanted[i].n != got[i].n) {
      return which + name + " of " + std::to_string(wanted[i].n) + " options, the execution of " +
             std::to_string(got[i].n);
    }
    if (wanted[i].value != got[i].value || wanted[i].n != got[i].n) {
      return which + std::to_string(wanted[i].value) + " of " + std::to_string(wanted[i].n) +
             ", the execution " + std::to_string(got[i].value) + " of " + std::to_string(got[i].n) +
             " for " + name;
    }
    if (wanted[i].enabled != got[i].enabled) return which + "other options enabled";
  }
  if (schedule.violation != executed.violation) return "the end: another violation";
  if (schedule.observed != executed.observed) return "the end: other observations";
  return "";
}

}  // namespace

bool Recording::of_liveness() const {
  if (!schedule.violation) return false;
  for (std::size_t i = 0; i < monitors.size(); ++i) {
    if (monitors[i] != schedule.violation->monitor) continue;
    return std::ranges::any_of(choices, [i](const RecordedChoice& choice) {
      return i < choice.heats.size() && choice.heats[i] == Heat::kHot;
    });
  }
  return false;
}

Recording Record(const HarnessInfo& harness, const Schedule& schedule) {
  Scheduler scheduler;
  LenientReplay replay(schedule);
  OptionRecorder recorder(replay, &scheduler);
  recorder.Begin(0);
  Bounds bounds = schedule.bounds;
  if (schedule.healed_at) bounds.heal_after = std::numeric_limits<std::uint64_t>::max();
  Recording recording;
  const Outcome outcome = Execution::Run(harness, bounds, recorder, scheduler, true);
  recording.schedule = ScheduleOf(harness, schedule.bounds, OriginOf(schedule), outcome, scheduler);
  static_cast<RecordedRun&>(recording) = RecordedRunOf(scheduler, recorder.taken());
  recording.monitors = recorder.monitors();
  recording.difference = DifferenceOf(schedule, recording.schedule);
  return recording;
}

}  // namespace systematic
