#include "systematic/strategies/pct.h"

namespace systematic {

std::string PctStrategy::name() const {
  return "pct:" + std::to_string(depth_) + (unit_ == Lanes::Unit::kLink ? ",links" : "");
}

bool PctStrategy::Begin(std::uint64_t iteration) {
  random_ = RandomOf(context_.seed, iteration);
  lanes_.Clear();
  priorities_.clear();
  points_.Draw(random_, depth_ - 1, context_.length);
  step_ = 0;
  return true;
}

LaneId PctStrategy::Highest(std::span<const Option> enabled) {
  LaneId highest = 0;
  std::uint64_t most = 0;
  for (const Option& option : enabled) {
    const LaneId lane = lanes_.Of(option);
    // Above all those that change points give.
    if (lane == priorities_.size()) priorities_.push_back(random_.Next() | std::uint64_t{1} << 63);
    if (priorities_[lane] < most) continue;
    most = priorities_[lane];
    highest = lane;
  }
  return highest;
}

std::size_t PctStrategy::Pick(std::span<const Option> enabled) {
  ++step_;
  LaneId lane = Highest(enabled);
  if (enabled.size() == 1) {
    points_.MoveOn(step_);
    return 0;
  }
  while (const std::size_t point = points_.Meet(step_)) {
    priorities_[lane] = point;
    lane = Highest(enabled);
  }
  return lanes_.PickFrom(enabled, lane, random_);
}

}  // namespace systematic
