#include "cpn/explore/marking_index.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cpn::explore {
namespace {

constexpr std::size_t kFirstSlots = 1u << 12;
constexpr std::size_t kMaxSlots = std::size_t{1} << 32;

/// As many ones as the number of a record has bits, of records in `slots` slots of 2^`spare_bits`
/// parts.
std::size_t ReferenceMaskFor(std::size_t slots, unsigned spare_bits) {
  return std::min(slots << spare_bits, kMaxSlots) - 1;
}

}  // namespace

std::size_t MarkingIndex::SlotsFor(std::size_t more, NodeId largest_number) const {
  std::size_t slots = std::max(slots_.size(), kFirstSlots);
  // References up to capacity * 0.9 + 1 need as many bits as the capacity's mask has.
  while ((count_ + more) * 10 > slots * 9 ||
         largest_number >= ReferenceMaskFor(slots, spare_bits_)) {
    slots *= 2;
    if (slots > kMaxSlots) throw OutOfRoom();
  }
  return slots;
}

void MarkingIndex::Clear(std::size_t slots) {
  const std::size_t before = slots_.size();
  if (slots == before) {
    std::memset(slots_.data(), 0, bytes());
    count_ = 0;
    return;
  }
  slots_ = {};  // first, so that there are never two of them
  count_ = 0;
  try {
    slots_ = HugeArray<std::uint32_t>(slots);
  } catch (const std::bad_alloc&) {
    if (before != 0) slots_ = HugeArray<std::uint32_t>(before);  // what has just been given back
    UseMasks();
    throw;
  }
  UseMasks();
  TouchPages();
}

void MarkingIndex::Replace(std::size_t slots) {
  slots_ = HugeArray<std::uint32_t>(slots);
  count_ = 0;
  UseMasks();
  TouchPages();
}

/// A page that is read before it is written is mapped twice, and the second time all threads wait.
void MarkingIndex::TouchPages() {
  constexpr std::size_t kPage = 4096 / sizeof(std::uint32_t);
  for (std::size_t i = 0; i < slots_.size(); i += kPage) {
    *static_cast<volatile std::uint32_t*>(&slots_[i]) = 0;
  }
}

void MarkingIndex::UseMasks() {
  mask_ = slots_.size() - 1;
  reference_mask_ = static_cast<std::uint32_t>(ReferenceMaskFor(slots_.size(), spare_bits_));
}

}  // namespace cpn::explore
