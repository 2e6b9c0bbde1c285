#include "systematic/strategies/delay.h"

#include <algorithm>

namespace systematic {

bool DelayStrategy::Begin(std::uint64_t iteration) {
  random_ = RandomOf(context_.seed, iteration);
  order_.Clear();
  points_.Draw(random_, delays_, context_.length);
  step_ = 0;
  return true;
}

std::size_t DelayStrategy::Pick(std::span<const Option> enabled) {
  ++step_;
  std::size_t first = order_.First(enabled);
  if (enabled.size() == 1) points_.MoveOn(step_);
  while (points_.Meet(step_) != 0) {
    order_.PutLast(enabled[first]);
    first = order_.First(enabled);
  }
  return first;
}

bool AllDelaysStrategy::Begin(std::uint64_t) {
  random_ = RandomOf(context_.seed, 0);
  order_.Clear();
  left_ = delays_;
  if (!began_) {
    began_ = true;
    return true;
  }
  return odometer_.Advance();
}

std::size_t AllDelaysStrategy::Pick(std::span<const Option> enabled) {
  std::size_t first = order_.First(enabled);
  if (enabled.size() == 1 || left_ == 0) return first;
  // As many delays as there are options would lead to where it began.
  const std::uint64_t most = std::min<std::uint64_t>(left_, enabled.size() - 1);
  std::uint64_t delays = odometer_.Next(most + 1);
  left_ -= delays;
  for (; delays > 0; --delays) {
    order_.PutLast(enabled[first]);
    first = order_.First(enabled);
  }
  return first;
}

}  // namespace systematic
