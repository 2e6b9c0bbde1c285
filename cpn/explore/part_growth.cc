#include "cpn/explore/part_growth.h"

#include <algorithm>

#include "cpn/explore/marking_store.h"

namespace cpn::explore {
namespace {

constexpr double kMostGrowth = 2;  // first levels are small, and grow by more

}  // namespace

void PartGrowth::Note(const MarkingStore& store) {
  sizes_.resize(store.parts());
  fresh_.resize(store.parts());
  before_ = all_;
  all_ = 0;
  for (unsigned part = 0; part < store.parts(); ++part) {
    const NodeId size = store.part(part).count();
    fresh_[part] = size - std::min(size, sizes_[part]);  // another layout divides otherwise
    sizes_[part] = size;
    all_ += fresh_[part];
  }
}

void PartGrowth::NoteSizes(const MarkingStore& store) {
  for (unsigned part = 0; part < sizes_.size(); ++part) sizes_[part] = store.part(part).count();
}

void PartGrowth::ExpectEven() {
  for (NodeId& fresh : fresh_) fresh = static_cast<NodeId>(all_ / fresh_.size());
}

double PartGrowth::Uneven() const {
  if (all_ == 0) return 0;
  const auto most = static_cast<double>(*std::ranges::max_element(fresh_));
  return most * static_cast<double>(fresh_.size()) / static_cast<double>(all_) - 1;
}

std::size_t PartGrowth::Scaled(std::size_t fresh) const {
  if (before_ == 0) return fresh;
  const double growth = static_cast<double>(all_) / static_cast<double>(before_);
  return static_cast<std::size_t>(static_cast<double>(fresh) * std::min(growth, kMostGrowth));
}

}  // namespace cpn::explore
