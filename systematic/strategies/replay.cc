#include "systematic/strategies/replay.h"

#include <algorithm>

namespace systematic {
namespace {

/// The index of the option with that key; enabled.size() if there is none.
std::size_t IndexOf(std::span<const Option> enabled, const std::optional<Key>& key) {
  if (!key) return enabled.size();
  const auto found =
      std::lower_bound(enabled.begin(), enabled.end(), *key,
                       [](const Option& option, const Key& k) { return option.key < k; });
  if (found == enabled.end() || found->key != *key) return enabled.size();
  return static_cast<std::size_t>(found - enabled.begin());
}

}  // namespace

bool StrictReplay::Begin(std::uint64_t) {
  position_ = 0;
  difference_.reset();
  return true;
}

void StrictReplay::Use(const Names& names) {
  names_ = &names;
  translation_.Use(names);
}

const ScheduledChoice* StrictReplay::Next(bool is_step, std::uint64_t n) {
  if (difference_) return nullptr;
  if (position_ < schedule_.choices.size()) {
    const ScheduledChoice& choice = schedule_.choices[position_];
    if (choice.is_step == is_step && choice.n == n) return &choice;
  }
  Differ();
  return nullptr;
}

std::uint64_t StrictReplay::HashOf(std::span<const Option> enabled) const {
  std::uint64_t hash = 0;
  for (const Option& option : enabled) hash += names_->HashOf(option.key);
  return hash;
}

std::size_t StrictReplay::Pick(std::span<const Option> enabled) {
  if (position_ == schedule_.choices.size()) {
    return schedule_.unwanted == HashOf(enabled) ? kQuiet : kStop;
  }
  const ScheduledChoice* choice = Next(true, enabled.size());
  if (choice == nullptr) return kStop;
  const std::uint64_t hash = HashOf(enabled);
  const std::size_t index = IndexOf(enabled, translation_.ToExecution(choice->key));
  if (hash != choice->enabled || index == enabled.size()) {
    Differ();
    return kStop;
  }
  ++position_;
  return index;
}

std::uint64_t StrictReplay::Choose(const Key& key, std::uint64_t n) {
  const ScheduledChoice* choice = Next(false, n);
  if (choice == nullptr) return 0;  // the next pick stops
  if (translation_.ToExecution(choice->key) != key || choice->value >= n) {
    Differ();
    return 0;
  }
  ++position_;
  return choice->value;
}

LenientReplay::LenientReplay(const Schedule& schedule)
    : schedule_(schedule),
      fair_from_(static_cast<std::size_t>(std::min<std::uint64_t>(
          schedule.choices.size(), schedule.fair_from.value_or(schedule.choices.size())))),
      translation_(schedule.names) {
  for (const ScheduledChoice& choice : schedule.choices) {
    if (!choice.is_step) values_.emplace_back(choice.key, choice.value);
  }
  std::stable_sort(values_.begin(), values_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
}

bool LenientReplay::Begin(std::uint64_t) {
  position_ = 0;
  healed_ = false;
  return true;
}

bool LenientReplay::HealIsNext() const {
  return !healed_ && schedule_.healed_at && position_ >= *schedule_.healed_at;
}

std::optional<std::size_t> LenientReplay::NextEnabled(std::span<const Option> enabled) {
  while (position_ < schedule_.choices.size() && !HealIsNext()) {
    const ScheduledChoice& choice = schedule_.choices[position_++];
    if (!choice.is_step) continue;
    const std::size_t index = IndexOf(enabled, translation_.ToExecution(choice.key));
    if (index < enabled.size()) return index;
  }
  return std::nullopt;
}

std::size_t LenientReplay::Pick(std::span<const Option> enabled) {
  if (const auto next = NextEnabled(enabled)) return *next;
  if (HealIsNext()) return kQuiet;
  std::size_t oldest = kQuiet;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    if (enabled[i].kind == OptionKind::kFault) continue;
    if (oldest == kQuiet || enabled[i].id < enabled[oldest].id) oldest = i;
  }
  return oldest;
}

std::uint64_t LenientReplay::Choose(const Key& key, std::uint64_t n) {
  const auto scheduled = translation_.ToSchedule(key);
  if (!scheduled) return 0;
  const auto found =
      std::lower_bound(values_.begin(), values_.end(), *scheduled,
                       [](const auto& value, const Key& k) { return value.first < k; });
  if (found == values_.end() || found->first != *scheduled || found->second >= n) return 0;
  return found->second;
}

}  // namespace systematic
