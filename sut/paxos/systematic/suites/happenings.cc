#include "sut/paxos/systematic/suites/happenings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "sut/paxos/systematic/harnesses.h"
#include "systematic/replay.h"
#include "systematic/scheduler.h"

namespace paxos {
namespace {

using systematic::HarnessInfo;
using systematic::Schedule;

std::string Text(const Schedule& schedule, std::string_view name) {
  for (const auto& [known, value] : schedule.parameters) {
    if (known == name) return value;
  }
  return "";
}

int Parameter(const Schedule& schedule, std::string_view name) {
  return std::atoi(Text(schedule, name).c_str());
}

/// "replica 2" is 2, when `kind` is "replica "; -1 for other names.
int NumberOf(std::string_view kind, std::string_view name) {
  if (!name.starts_with(kind)) return -1;
  name.remove_prefix(kind.size());
  int number = -1;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

NamedChoice Named(const systematic::Choice& choice, const systematic::Scheduler& scheduler) {
  NamedChoice named;
  named.kind = scheduler.NameOf(choice.key.kind);
  named.from = NumberOf("replica ", scheduler.NameOf(choice.key.from));
  named.client = NumberOf("client ", scheduler.NameOf(choice.key.from));
  named.to = NumberOf("replica ", scheduler.NameOf(choice.key.to));
  named.what = scheduler.NameOf(choice.key.what);
  named.ordinal = choice.key.ordinal;
  named.life = choice.key.life;
  named.value = choice.value;
  named.is_step = choice.is_step;
  return named;
}

}  // namespace

Happenings HappeningsOf(const Schedule& schedule) {
  Happenings happenings;
  systematic::Scheduler scheduler;
  const std::vector<HarnessInfo> harnesses = Harnesses([&](const Event& event) {
    happenings.events.push_back({static_cast<std::size_t>(scheduler.choices()), event});
  });
  const auto harness = std::ranges::find(harnesses, schedule.harness, &HarnessInfo::name);
  if (harness == harnesses.end()) return happenings;
  const systematic::Outcome outcome = systematic::ReplayLeniently(*harness, schedule, scheduler);
  happenings.replicas = Parameter(schedule, "replicas");
  happenings.clients = Parameter(schedule, "clients");
  const std::string majority = std::to_string(happenings.replicas / 2 + 1);
  happenings.majorities = Text(schedule, "quorums") == majority + ',' + majority + ',' + majority;
  happenings.losses = Parameter(schedule, "losses");
  happenings.duplicates = Parameter(schedule, "duplicates");
  happenings.late = Parameter(schedule, "late");
  for (const systematic::Choice& choice : scheduler.log().choices()) {
    happenings.choices.push_back(Named(choice, scheduler));
    happenings.choices.back().number = happenings.choices.size();
    happenings.choices.back().healed =
        outcome.healed_at && happenings.choices.size() > *outcome.healed_at;
  }
  return happenings;
}

}  // namespace paxos
