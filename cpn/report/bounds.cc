#include "cpn/report/bounds.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace cpn::report {
namespace {

/// Grows with the markings of one place.
class Bounds {
 public:
  explicit Bounds(MultiSetStore& multisets) : multisets_(multisets) {}

  void Add(MultiSet marking) {
    if (marking == last_ || !known_.insert(marking.id).second) return;
    last_ = marking;
    const std::uint64_t size = multisets_.Size(marking);
    Raise(marking);
    if (known_.size() == 1) {
      bounds_.upper = bounds_.lower = size;
      const auto entries = multisets_.Entries(marking);
      lower_.assign(entries.begin(), entries.end());
      return;
    }
    bounds_.upper = std::max(bounds_.upper, size);
    bounds_.lower = std::min(bounds_.lower, size);
    Lower(marking);
  }

  PlaceBounds Result() {
    std::vector<MultiSetEntry> upper;
    upper.reserve(upper_.size());
    for (const auto& [value, count] : upper_) upper.push_back({{value}, count});
    bounds_.upper_multi_set = multisets_.Intern(upper);  // in canonical order
    bounds_.lower_multi_set = multisets_.Intern(lower_);
    return bounds_;
  }

 private:
  void Raise(MultiSet marking) {
    for (const MultiSetEntry& entry : multisets_.Entries(marking)) {
      std::uint32_t& count = upper_[entry.value.id];
      count = std::max(count, entry.count);
    }
  }

  void Lower(MultiSet marking) {
    for (MultiSetEntry& entry : lower_) {
      entry.count = std::min(entry.count, multisets_.Count(marking, entry.value));
    }
    std::erase_if(lower_, [](const MultiSetEntry& entry) { return entry.count == 0; });
  }

  MultiSetStore& multisets_;
  std::unordered_set<std::uint32_t> known_;  // markings that have been added
  MultiSet last_{UINT32_MAX};                // spares most look-ups
  std::unordered_map<std::uint32_t, std::uint32_t> upper_;
  std::vector<MultiSetEntry> lower_;
  PlaceBounds bounds_;
};

}  // namespace

PlaceBounds BoundsOfAll(MultiSetStore& multisets, std::span<const PlaceBounds> parts) {
  PlaceBounds all = parts.front();
  // The largest coefficients of all bounds are those of all markings; the smallest likewise.
  Bounds upper(multisets), lower(multisets);
  for (const PlaceBounds& part : parts) {
    all.upper = std::max(all.upper, part.upper);
    all.lower = std::min(all.lower, part.lower);
    upper.Add(part.upper_multi_set);
    lower.Add(part.lower_multi_set);
  }
  all.upper_multi_set = upper.Result().upper_multi_set;
  all.lower_multi_set = lower.Result().lower_multi_set;
  return all;
}

std::vector<PlaceBounds> FindBounds(const Engine& engine, NodeId nodes,
                                    const std::function<MultiSet(NodeId, PlaceId)>& marking_of) {
  std::vector<PlaceBounds> result;
  for (PlaceId place = 0; place < engine.net().places().size(); ++place) {
    Bounds bounds(engine.multisets());
    for (NodeId node = 0; node < nodes; ++node) bounds.Add(marking_of(node, place));
    result.push_back(bounds.Result());
  }
  return result;
}

}  // namespace cpn::report
