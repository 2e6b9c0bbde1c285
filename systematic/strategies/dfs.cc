#include "systematic/strategies/dfs.h"

namespace systematic {

std::string DfsStrategy::name() const {
  std::string name = "dfs";
  if (options_.depth != 0) name += ":" + std::to_string(options_.depth);
  return options_.cache ? name + ",cache" : name;
}

bool DfsStrategy::Begin(std::uint64_t) {
  stopping_ = false;
  if (!began_) {
    began_ = true;
    return true;
  }
  if (odometer_.Advance()) return true;
  if (!cut_ || depth_ == options_.depth) return false;
  ++depth_;
  odometer_.Reset();
  searched_.clear();
  cut_ = false;
  return true;
}

bool DfsStrategy::WasHere() {
  const std::size_t left = depth_ == kUnbounded ? kUnbounded : depth_ - odometer_.position();
  const auto [entry, is_new] = searched_.emplace(state_, left);
  if (is_new) return false;
  if (entry->second >= left) return true;
  entry->second = left;
  return false;
}

std::size_t DfsStrategy::Pick(std::span<const Option> enabled) {
  if (stopping_) return kStop;
  if (enabled.size() == 1) return 0;
  if (AtDepth()) {
    cut_ = true;
    return kStop;
  }
  if (options_.cache && state_ != 0 && !odometer_.Repeating() && WasHere()) {
    ++cached_;
    return kStop;
  }
  return odometer_.Next(enabled.size());
}

std::uint64_t DfsStrategy::Choose(const Key&, std::uint64_t n) {
  if (!stopping_ && !AtDepth()) return odometer_.Next(n);
  cut_ = true;
  stopping_ = true;
  return 0;
}

}  // namespace systematic
