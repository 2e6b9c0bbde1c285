#include "cpn/explore/ownership.h"

#include <utility>

namespace cpn::explore {

void Ownership::UseBits(std::vector<OwnerBit> bits, const RecordLayout& layout) {
  bits_ = std::move(bits);
  UseLayout(layout);
}

void Ownership::UseLayout(const RecordLayout& layout) {
  words_ = layout.words();
  masks_.clear();
  if (bits_.empty()) return;
  masks_.resize(static_cast<std::size_t>(std::bit_width(parts_ - 1)) * words_);
  for (const OwnerBit& bit : bits_) {
    const FieldPosition& field = layout[bit.column];
    const std::uint64_t mask = std::uint64_t{1} << bit.bit;
    const auto digit = static_cast<std::size_t>(std::countr_zero(bit.weight));
    if ((field.mask & mask) != 0) masks_[digit * words_ + field.word] |= mask << field.shift;
  }
}

}  // namespace cpn::explore
