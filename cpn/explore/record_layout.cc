#include "cpn/explore/record_layout.h"

#include <algorithm>
#include <numeric>

namespace cpn::explore {

RecordLayout::RecordLayout(std::span<const std::uint32_t> widths) : fields_(widths.size()) {
  // First fit, wide fields first.
  std::vector<std::size_t> order(widths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t p) { return widths[p]; });
  std::vector<std::uint32_t> used(1, 0);
  for (const std::size_t place : order) {
    const std::uint32_t width = widths[place];
    if (width == 0) continue;
    std::size_t word = 0;
    while (word < used.size() && used[word] + width > 64) ++word;
    if (word == used.size()) used.push_back(0);
    fields_[place] = {static_cast<std::uint32_t>(word), used[word],
                      width == 64 ? ~Field{0} : (Field{1} << width) - 1};
    used[word] += width;
  }
  // The emptiest word goes last, where bits that it does not use cost no memory.
  const std::size_t emptiest =
      static_cast<std::size_t>(std::ranges::min_element(used) - used.begin());
  const auto last = static_cast<std::uint32_t>(used.size() - 1);
  for (FieldPosition& field : fields_) {
    if (field.mask == 0) continue;
    if (field.word == emptiest) {
      field.word = last;
    } else if (field.word == last) {
      field.word = static_cast<std::uint32_t>(emptiest);
    }
  }
  words_ = used.size();
  const std::uint32_t tail = (used[emptiest] + 7) / 8;
  bytes_ = words_ == 1 ? (tail <= 4 ? 4 : 8) : 8 * (words_ - 1) + std::max(tail, 1u);
  last_shift_ = static_cast<std::uint32_t>(8 * (8 * words_ - bytes_));
}

LayoutChange::LayoutChange(const RecordLayout& from, const RecordLayout& to,
                           const std::vector<bool>& keeps)
    : to_words_(to.words()) {
  for (std::size_t place = 0; place < keeps.size(); ++place) {
    const FieldPosition& a = from[place];
    const FieldPosition& b = to[place];
    if (!keeps[place] || a.mask == 0) continue;
    const bool left = b.shift >= a.shift;
    const Move move{a.word, b.word, left ? b.shift - a.shift : a.shift - b.shift, left,
                    a.mask << a.shift};
    const auto same = [&](const Move& m) {
      return m.from == move.from && m.to == move.to && m.shift == move.shift && m.left == move.left;
    };
    const auto at = std::ranges::find_if(moves_, same);
    if (at != moves_.end()) {
      at->mask |= move.mask;
    } else {
      moves_.push_back(move);
    }
  }
}

}  // namespace cpn::explore
