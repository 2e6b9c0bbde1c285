#include "cpn/explore/marking_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>

namespace cpn::explore {
namespace {

constexpr std::size_t kFirstSlots = 1u << 12;
constexpr std::size_t kMaxSlots = std::size_t{1} << 32;
constexpr std::size_t kAsked = std::size_t{1} << 20;  // bytes of an index from which it asks
constexpr NodeId kAtOnce = 16;                        // records whose cache misses overlap

}  // namespace

MarkingStore::MarkingStore(std::size_t max_bytes, const base::Budget* budget)
    : budget_(budget), arena_(max_bytes) {}

std::uint64_t MarkingStore::HashAt(NodeId node) const {
  std::uint64_t few[8];
  std::vector<std::uint64_t> many;
  std::uint64_t* record = few;
  if (layout_.words() > std::size(few)) {
    many.resize(layout_.words());
    record = many.data();
  }
  layout_.Load<0>(At(node), record);
  return Hash<0>(record);
}

void MarkingStore::Grow(std::size_t more) {
  const std::size_t needed = std::size_t{size()} + more;
  if (needed > std::numeric_limits<NodeId>::max() - 2) throw OutOfRoom();
  GrowArena(needed * layout_.bytes());
  if (!index_.data() || !HasRoomFor(more)) GrowIndex(needed);
}

void MarkingStore::GrowArena(std::size_t bytes) {
  try {
    arena_.Grow(bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfRoom();
  }
}

void MarkingStore::GrowIndex(std::size_t needed) {
  std::size_t slots = std::max(capacity(), kFirstSlots);
  while (needed * 20 > slots * 17) slots *= 2;
  if (slots > kMaxSlots) throw OutOfRoom();
  const std::size_t bytes = slots * sizeof(std::uint32_t);
  if (budget_ != nullptr && bytes >= kAsked && !budget_->Allows(bytes - index_bytes())) {
    throw OutOfRoom();
  }
  const std::size_t before = capacity();
  index_ = {};  // first, so that there are never two of them
  try {
    index_ = HugeArray<std::uint32_t>(slots);
  } catch (const std::bad_alloc&) {
    slots = before;
    if (slots == 0) throw OutOfRoom();
    index_ = HugeArray<std::uint32_t>(slots);  // what has just been given back
  }
  mask_ = slots - 1;
  // References up to capacity * 0.85 + 1 need as many bits as the capacity's mask has.
  reference_mask_ = static_cast<std::uint32_t>(mask_);
  Reindex();
  if (slots == before) throw OutOfRoom();
}

void MarkingStore::Reindex() {
  std::memset(index_.data(), 0, index_bytes());
  const NodeId count = size();
  std::uint64_t hashes[kAtOnce];
  for (NodeId first = 0; first < count; first += kAtOnce) {
    const NodeId n = std::min(kAtOnce, count - first);
    for (NodeId i = 0; i < n; ++i) {
      hashes[i] = HashAt(first + i);
      PrefetchSlot(hashes[i]);
    }
    for (NodeId i = 0; i < n; ++i) {
      std::size_t slot = hashes[i] & mask_;
      while (index_[slot] != 0) slot = (slot + 1) & mask_;
      index_[slot] = Tag(hashes[i]) | (first + i + 1);
    }
  }
}

}  // namespace cpn::explore
