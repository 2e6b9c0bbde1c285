#include "systematic/strategies/probabilistic.h"

namespace systematic {

bool ProbabilisticStrategy::Begin(std::uint64_t iteration) {
  random_ = RandomOf(seed_, iteration);
  machine_ = 0;
  return true;
}

std::size_t ProbabilisticStrategy::PickOf(std::span<const Option> enabled, bool current) {
  candidates_.clear();
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    if ((enabled[i].machine == machine_) == current) candidates_.push_back(i);
  }
  return candidates_.empty() ? kStop : candidates_[Draw(random_, candidates_.size())];
}

std::size_t ProbabilisticStrategy::Pick(std::span<const Option> enabled) {
  const bool leave = random_.Below(1u << p_) == 0;
  std::size_t index = PickOf(enabled, !leave);
  if (index == kStop) index = PickOf(enabled, leave);
  machine_ = enabled[index].machine;
  return index;
}

}  // namespace systematic
