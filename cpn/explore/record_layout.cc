#include "cpn/explore/record_layout.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace cpn::explore {

RecordLayout::RecordLayout(std::span<const std::uint32_t> widths) : fields_(widths.size()) {
  // First fit, wide fields first.
  std::vector<std::size_t> order(widths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t p) { return widths[p]; });
  std::vector<std::uint32_t> used(1, 0);
  std::size_t word = 0;  // no word before it has room for this width
  std::uint32_t last_width = 0;
  for (const std::size_t place : order) {
    const std::uint32_t width = widths[place];
    if (width == 0) continue;
    if (width != last_width) word = 0;
    last_width = width;
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
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>, std::size_t> known;
  for (std::size_t column = 0; column < from.columns(); ++column) {
    const FieldPosition& a = from[column];
    const FieldPosition& b = to[column];
    if (!keeps[column] || a.mask == 0) continue;
    const bool left = b.shift >= a.shift;
    const Move move{a.word, b.word, left ? b.shift - a.shift : a.shift - b.shift, left,
                    a.mask << a.shift};
    const auto [at, fresh] =
        known.try_emplace({move.from, move.to, move.shift, move.left}, moves_.size());
    if (fresh) {
      moves_.push_back(move);
    } else {
      moves_[at->second].mask |= move.mask;
    }
  }
}

}  // namespace cpn::explore
