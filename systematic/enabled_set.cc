#include "systematic/enabled_set.h"

#include <algorithm>
#include <utility>

namespace systematic {

std::size_t EnabledSet::PositionOf(const Key& key) const {
  const auto position =
      std::lower_bound(options_.begin(), options_.end(), key,
                       [](const Option& option, const Key& k) { return option.key < k; });
  return static_cast<std::size_t>(position - options_.begin());
}

bool EnabledSet::Insert(const Option& option, std::uint64_t hash, std::uint64_t origin, Step step) {
  const std::size_t position = PositionOf(option.key);
  if (position < options_.size() && options_[position].key == option.key) return false;
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.emplace_back();
  }
  const std::uint32_t place = free_.back();
  free_.pop_back();
  places_[place].step = std::move(step);
  places_[place].hash = hash;
  places_[place].origin = origin;
  const auto offset = static_cast<std::ptrdiff_t>(position);
  options_.insert(options_.begin() + offset, option);
  places_of_.insert(places_of_.begin() + offset, place);
  hash_ += hash;
  origins_ += origin;
  return true;
}

Step EnabledSet::Take(std::size_t index) {
  const auto offset = static_cast<std::ptrdiff_t>(index);
  const std::uint32_t place = places_of_[index];
  options_.erase(options_.begin() + offset);
  places_of_.erase(places_of_.begin() + offset);
  hash_ -= places_[place].hash;
  origins_ -= places_[place].origin;
  free_.push_back(place);
  return std::move(places_[place].step);
}

Step EnabledSet::Take(const Key& key) {
  const std::size_t position = PositionOf(key);
  if (position == options_.size() || options_[position].key != key) return {};
  return Take(position);
}

}  // namespace systematic
