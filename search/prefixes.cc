#include "search/prefixes.h"

#include <algorithm>
#include <utility>

namespace search {

std::optional<Prefix> Prefixes::Next(Properties watched) {
  while (!begun_ || Turn()) {
    begun_ = true;
    if (std::optional<Prefix> prefix = Extend(watched)) return prefix;
  }
  return std::nullopt;
}

bool Prefixes::Turn() {
  while (!choices_.empty()) {
    if (++choices_.back() < options_.back()) return true;
    choices_.pop_back();
    options_.pop_back();
  }
  return false;
}

std::optional<Prefix> Prefixes::Extend(Properties watched) {
  Replay(*system_, choices_);
  steps_ += choices_.size();
  while (true) {
    if (const Properties violated = system_->Violated() & watched) {
      return Prefix{choices_, false, violated};
    }
    const auto left = depth_ - static_cast<std::uint32_t>(choices_.size());
    const StateKey key = system_->Key();
    path_.resize(choices_.size());
    Met& met = seen_[key];
    const bool is_known = met.left > left;
    const bool is_circle = std::find(path_.begin(), path_.end(), key) != path_.end();
    const std::uint32_t options = system_->Options();
    if (is_known ? is_circle : options == 0 || left == 0) {
      met.left = std::max(met.left, left + 1);
      if (std::exchange(met.is_end, true)) return std::nullopt;
      return Prefix{choices_, options == 0, 0};
    }
    if (is_known) return std::nullopt;
    met.left = left + 1;
    path_.push_back(key);
    options_.push_back(options);
    choices_.push_back(0);
    system_->Take(0);
    ++steps_;
  }
}

}  // namespace search
