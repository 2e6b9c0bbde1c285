#include "systematic/strategies/pos.h"

namespace systematic {
namespace {

bool Dependent(const Option& a, const Option& b) {
  return a.machine == b.machine || (a.resource != 0 && a.resource == b.resource);
}

}  // namespace

bool PosStrategy::Begin(std::uint64_t iteration) {
  random_ = RandomOf(seed_, iteration);
  priorities_.clear();
  return true;
}

std::uint64_t& PosStrategy::PriorityOf(const Option& option) {
  if (option.id >= priorities_.size()) priorities_.resize(option.id + 1, kNotDrawn);
  std::uint64_t& priority = priorities_[option.id];
  while (priority == kNotDrawn) priority = random_.Next();
  return priority;
}

std::size_t PosStrategy::Pick(std::span<const Option> enabled) {
  std::size_t highest = 0;
  std::uint64_t most = PriorityOf(enabled[0]);
  for (std::size_t i = 1; i < enabled.size(); ++i) {
    const std::uint64_t priority = PriorityOf(enabled[i]);
    if (priority <= most) continue;
    most = priority;
    highest = i;
  }
  for (const Option& option : enabled) {
    if (Dependent(option, enabled[highest])) PriorityOf(option) = kNotDrawn;
  }
  return highest;
}

}  // namespace systematic
