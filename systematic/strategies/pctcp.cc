#include "systematic/strategies/pctcp.h"

#include <algorithm>

namespace systematic {

bool PctcpStrategy::Begin(std::uint64_t iteration) {
  random_ = RandomOf(context_.seed, iteration);
  partition_.Clear();
  priorities_.clear();
  points_.Draw(random_, depth_ - 1, context_.length);
  step_ = 0;
  unseen_ = 0;
  running_ = ChainPartition::kNone;
  ran_at_.clear();
  return true;
}

std::uint64_t PctcpStrategy::Choose(const Key&, std::uint64_t n) {
  ran_at_.push_back(running_);
  return Draw(random_, n);
}

void PctcpStrategy::AddNewOptions(std::span<const Option> enabled) {
  new_.clear();
  for (const Option& option : enabled) {
    if (option.id >= unseen_) new_.push_back(option);
  }
  std::sort(new_.begin(), new_.end(), [](const Option& a, const Option& b) { return a.id < b.id; });
  for (const Option& option : new_) {
    const EventId cause = option.born == 0 ? ChainPartition::kNone : ran_at_[option.born - 1];
    partition_.Add(option.id, cause);
    unseen_ = option.id + 1;
  }
  while (priorities_.size() < partition_.chains()) {
    priorities_.push_back(random_.Next() | std::uint64_t{1} << 63);  // above the change points'
  }
}

std::size_t PctcpStrategy::Highest(std::span<const Option> enabled) const {
  const auto priority = [this](const Option& option) {
    return priorities_[partition_.ChainOf(option.id)];
  };
  std::size_t highest = 0;
  for (std::size_t i = 1; i < enabled.size(); ++i) {
    if (priority(enabled[i]) > priority(enabled[highest])) highest = i;
  }
  return highest;
}

std::size_t PctcpStrategy::Pick(std::span<const Option> enabled) {
  ++step_;
  AddNewOptions(enabled);
  std::size_t highest = Highest(enabled);
  if (enabled.size() == 1) points_.MoveOn(step_);
  while (const std::size_t point = points_.Meet(step_)) {
    priorities_[partition_.ChainOf(enabled[highest].id)] = point;
    highest = Highest(enabled);
  }
  running_ = enabled[highest].id;
  ran_at_.push_back(running_);
  return highest;
}

}  // namespace systematic
