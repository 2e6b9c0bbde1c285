#include "systematic/search/harness_system.h"

#include <algorithm>
#include <span>
#include <utility>

#include "systematic/errors.h"
#include "systematic/monitor.h"
#include "systematic/search/following.h"
#include "systematic/state_digest.h"

namespace systematic {
namespace {

constexpr std::uint32_t kDislike = 20;
constexpr std::size_t kMet = std::size_t{1} << 14;  // a power of two

Stepping::Make MakeOf(const HarnessInfo& info, const SearchWorld& world) {
  if (!info.search->make) return info.make;
  return [make = info.search->make, world] { return make(world); };
}

/// In thousandths.
std::uint32_t UsualWeight(OptionKind kind) {
  switch (kind) {
    case OptionKind::kClient:
    case OptionKind::kStorage:
    case OptionKind::kControl:
    case OptionKind::kInternal:
      return 4'000;
    case OptionKind::kMessage:
      return 3'000;
    case OptionKind::kTimer:
    case OptionKind::kRepair:
      return 1'000;
    case OptionKind::kFault:
      return 200;
  }
  return 0;
}

}  // namespace

HarnessSystem::HarnessSystem(const HarnessInfo& info, HarnessSystemOptions options)
    : options_(std::move(options)),
      stepping_(MakeOf(info, options_.world), info.bounds),
      met_(kMet) {
  StateDigest digest;
  describes_ = stepping_.harness().Describe(digest);
  if (!describes_) stepping_.KeepStates();
  for (std::size_t i = 0; i < options_.properties.size(); ++i) {
    if (MonitorOf(i) != nullptr) continue;
    throw HarnessError(info.name + " has no monitor '" + options_.properties[i] +
                       "', which it says it has");
  }
  Restart();
}

void HarnessSystem::Restart() {
  stepping_.Restart(recording_);
  path_ = 0;
  compared_ = 0;
  taste_.reset();
}

void HarnessSystem::Take(search::Choice choice) {
  if ((++taken_ & 0xff) == 0 && options_.stop && options_.stop()) throw Stopped();
  stepping_.Take(choice);
  path_ = Mix(path_, choice + 1);
}

std::uint32_t HarnessSystem::Options() {
  const std::uint32_t options = stepping_.options();
  if (compared_ != stepping_.choices().size()) Compare();
  return options;
}

// Whether the choices so far have led here before.
void HarnessSystem::Compare() {
  compared_ = stepping_.choices().size();
  Met& met = met_[path_ & (kMet - 1)];
  const search::StateKey key = Key();
  if (met.path == path_ && met.key != key) {
    throw HarnessError("the same " + std::to_string(compared_) +
                       " choices lead to different states: the execution does not go the same way "
                       "again");
  }
  met = {path_, key};
}

std::optional<search::Choice> HarnessSystem::Pick(base::Random& random) {
  const std::uint32_t options = Options();
  const std::span<const Option> enabled = stepping_.enabled();
  if (options_.recovers && !taste_) taste_ = random.Next();
  if (enabled.empty()) return random.Below(options);
  std::uint64_t sum = 0;
  for (const Option& option : enabled) sum += WeightOf(option);
  if (sum == 0) return std::nullopt;
  std::uint64_t left = random.Next() % sum;
  search::Choice choice = 0;
  while (left >= WeightOf(enabled[choice])) left -= WeightOf(enabled[choice++]);
  return choice;
}

bool HarnessSystem::IsDisliked(const Option& option) const {
  if (!taste_ || *taste_ % 2 == 0) return false;
  return Mix(*taste_,
             std::uint64_t{option.machine} << 8 | static_cast<std::uint64_t>(option.kind)) %
             2 ==
         0;
}

std::uint32_t HarnessSystem::WeightOf(const Option& option) const {
  if (option.kind == OptionKind::kFault && options_.recovers) return 0;
  const std::uint32_t weight = options_.weighs ? UsualWeight(option.kind) : 1'000;
  return IsDisliked(option) ? weight / kDislike : weight;
}

search::Properties HarnessSystem::Live() {
  Options();
  const Scheduler& scheduler = stepping_.scheduler();
  // What a monitor has ended cannot be suspected of not going on, nor has it recovered.
  if (scheduler.failed()) return options_.recovers ? 0 : safety() - 1;
  if (!scheduler.healed() || stepping_.wants_value()) return 0;
  search::Properties live = 0;
  for (std::size_t i = 0; i < options_.properties.size(); ++i) {
    if (MonitorOf(i)->heat() != Heat::kHot) live |= search::Properties{1} << i;
  }
  return live;
}

search::Properties HarnessSystem::Violated() {
  return stepping_.scheduler().failed() ? safety() : 0;
}

search::StateKey HarnessSystem::Key() {
  StateDigest digest;
  const Scheduler& scheduler = stepping_.scheduler();
  if (describes_) {
    stepping_.harness().Describe(digest);
  } else {
    digest.Add(scheduler.states().empty() ? 0 : scheduler.states().back());
    digest.Add(scheduler.enabled_hash());
  }
  digest.Add(scheduler.healed() ? 1 : 0);
  digest.Add(scheduler.failed() ? 1 : 0);
  // What a step has come to that still asks for values depends on what was chosen.
  if (stepping_.wants_value()) digest.Add(path_);
  return {digest.high(), digest.low()};
}

search::Fate HarnessSystem::FateOf(std::size_t property, std::uint64_t states,
                                   search::Choices& recovery) {
  const auto is_fault = [this](search::Choice choice) {
    const std::optional<Option> option = OptionOf(choice);
    return option && option->kind == OptionKind::kFault;
  };
  const auto is_healed = [this] { return stepping_.scheduler().healed(); };
  return Following(*this, stepping_.choices(), {is_fault, is_healed})
      .FateOf(property, states, recovery);
}

const Monitor* HarnessSystem::MonitorOf(std::size_t property) {
  return stepping_.scheduler().MonitorNamed(options_.properties[property]);
}

std::string HarnessSystem::Owed(std::size_t property) {
  const Monitor* const monitor = MonitorOf(property);
  return monitor->heat() == Heat::kHot ? monitor->owed() : "";
}

std::optional<Option> HarnessSystem::OptionOf(search::Choice choice) {
  const std::span<const Option> enabled = stepping_.enabled();
  if (enabled.empty()) return std::nullopt;
  return enabled[choice];
}

}  // namespace systematic
