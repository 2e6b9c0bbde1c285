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

PctStrategy::Top PctStrategy::Highest(std::span<const Option> enabled) {
  Top top;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const LaneId lane = lanes_.Of(enabled[i]);
    // Above all those that change points give.
    if (lane == priorities_.size()) priorities_.push_back(random_.Next() | std::uint64_t{1} << 63);
    if (priorities_[lane] < most) continue;
    if (priorities_[lane] > most || lane != top.lane || enabled[i].id < enabled[top.oldest].id) {
      top.oldest = i;
    }
    most = priorities_[lane];
    top.lane = lane;
  }
  return top;
}

std::size_t PctStrategy::Pick(std::span<const Option> enabled) {
  ++step_;
  Top top = Highest(enabled);
  if (enabled.size() == 1) {
    points_.MoveOn(step_);
    return 0;
  }
  while (const std::size_t point = points_.Meet(step_)) {
    priorities_[top.lane] = point;
    top = Highest(enabled);
  }
  if (Lanes::HasQueue(enabled[top.oldest])) return top.oldest;
  return lanes_.PickFrom(enabled, top.lane, random_);
}

}  // namespace systematic
