#include "cpn/distributed/element_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cpn::distributed {

std::uint32_t ElementOrder::RankOf(BindingElementId element) {
  if (element >= ranks_.size()) ranks_.resize(std::size_t{element} + 1, kUnseen);
  std::uint32_t& rank = ranks_[element];
  if (rank != kUnseen) return rank;
  new_.push_back(element);
  return rank = kNone;
}

void ElementOrder::Number() {
  // Numbering all again for a few would take longer than comparing these.
  if (new_.size() * 8 <= known_.size()) return;
  const auto is_before = [&](BindingElementId a, BindingElementId b) {
    return engine_->CompareElements(a, b) < 0;
  };
  std::ranges::sort(new_, is_before);
  std::vector<BindingElementId> all;
  std::ranges::merge(known_, new_, std::back_inserter(all), is_before);
  known_ = std::move(all);
  new_.clear();
  for (std::uint32_t i = 0; i < known_.size(); ++i) ranks_[known_[i]] = i;
}

}  // namespace cpn::distributed
