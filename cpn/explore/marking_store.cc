#include "cpn/explore/marking_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>

#include "cpn/explore/for_words.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kAsked = std::size_t{1} << 20;  // bytes of an index from which it asks
constexpr NodeId kAtOnce = 16;                        // records whose cache misses overlap
// Up to so many slots, a part that grows is made four times as large, not twice: it reads its
// records from all over the arena to do it.
constexpr std::size_t kQuadrupled = std::size_t{1} << 22;
constexpr std::size_t kMaxNumbers = std::numeric_limits<NodeId>::max() - 2;

/// Twice as many as the parts need when all have the same size, since they have not quite.
unsigned SpareBits(unsigned parts) {
  return parts == 1 ? 0 : static_cast<unsigned>(std::bit_width(parts - 1)) + 1;
}

}  // namespace

MarkingStore::MarkingStore(std::size_t max_bytes, const base::Budget* budget, unsigned parts)
    : budget_(budget), arena_(max_bytes) {
  parts_.reserve(parts);
  for (unsigned i = 0; i < parts; ++i) parts_.emplace_back(SpareBits(parts));
}

template <std::size_t Words>
std::uint64_t MarkingStore::HashOfWords(NodeId node) const {
  std::uint64_t record[Words];
  layout_.Load<Words>(At(node), record);
  return Hash<Words>(record);
}

std::uint64_t MarkingStore::HashAt(NodeId node) const {
  return ForWords(layout_.words(), [&]<std::size_t Words> {
    if constexpr (Words == 0) {
      return HashOfMany(node);
    } else {
      return HashOfWords<Words>(node);
    }
  });
}

std::uint64_t MarkingStore::HashOfMany(NodeId node) const {
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

std::size_t MarkingStore::index_bytes() const {
  std::size_t bytes = 0;
  for (const MarkingIndex& part : parts_) bytes += part.bytes();
  return bytes;
}

bool MarkingStore::HasRoomFor(std::size_t more) const {
  const std::size_t needed = size() + more;
  return needed <= kMaxNumbers && needed * layout_.bytes() <= arena_.size() &&
         std::ranges::all_of(parts_, [&](const MarkingIndex& part) {
           return part.HasRoomFor(more, static_cast<NodeId>(needed));
         });
}

void MarkingStore::Grow(std::size_t more) {
  const std::size_t needed = std::size_t{size()} + more;
  if (needed > kMaxNumbers) throw OutOfRoom();
  GrowArena(needed * layout_.bytes());
  const auto largest = static_cast<NodeId>(needed);
  for (MarkingIndex& part : parts_) {
    if (part.HasRoomFor(more, largest)) continue;
    is_divided() ? GrowPart(part, more, largest) : GrowUndivided(more);
  }
}

bool MarkingStore::ReserveOwned(unsigned owner, std::size_t more) {
  // What a Publish() takes from `reserved_` it has added to `size_` before: never too little.
  const std::size_t reserved = reserved_.fetch_add(more, std::memory_order_acquire) + more;
  const std::size_t needed = std::size_t{size()} + reserved;
  try {
    if (needed > kMaxNumbers) throw OutOfRoom();
    MarkingIndex& part = parts_[owner];
    const auto largest = static_cast<NodeId>(needed);
    if (!part.HasRoomFor(more, largest)) GrowPart(part, more, largest);
    if (needed * layout_.bytes() <= arena_.size()) return true;
  } catch (const OutOfRoom&) {
    reserved_.fetch_sub(more, std::memory_order_relaxed);
    throw;
  }
  reserved_.fetch_sub(more, std::memory_order_relaxed);
  return false;
}

void MarkingStore::GrowArena(std::size_t bytes) {
  try {
    arena_.Grow(bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfRoom();
  }
}

void MarkingStore::AskBudget(std::size_t bytes, std::size_t instead_of) const {
  if (budget_ != nullptr && bytes >= kAsked && !budget_->Allows(bytes - instead_of)) {
    throw OutOfRoom();
  }
}

/// Adds all records to the parts, which are empty. False: a part has too
/// few slots; its count says for how many.
template <bool kDivided>
bool MarkingStore::PutAll() {
  const auto part_of = [&](std::uint64_t hash) -> MarkingIndex& {
    return parts_[kDivided ? OwnerOf(hash) : 0];
  };
  const NodeId count = size();
  std::uint64_t hashes[kAtOnce];
  for (NodeId first = 0; first < count; first += kAtOnce) {
    const NodeId n = std::min(kAtOnce, count - first);
    for (NodeId i = 0; i < n; ++i) {
      hashes[i] = HashAt(first + i);
      part_of(hashes[i]).PrefetchSlot(hashes[i]);
    }
    for (NodeId i = 0; i < n; ++i) {
      MarkingIndex& part = part_of(hashes[i]);
      if (kDivided && !part.HasRoomFor(1, count)) return false;
      part.Put(hashes[i], first + i);
    }
  }
  return true;
}

/// There are never two indexes: the records, which lie in order, fill the new one.
void MarkingStore::GrowUndivided(std::size_t more) {
  MarkingIndex& index = parts_.front();
  const std::size_t slots = index.SlotsFor(more, static_cast<NodeId>(size() + more));
  AskBudget(slots * sizeof(std::uint32_t), index.bytes());
  try {
    index.Clear(slots);
  } catch (const std::bad_alloc&) {
    PutAll<false>();
    throw OutOfRoom();
  }
  PutAll<false>();
}

/// Its records lie among those of others, which their owners may be adding to: the old slots say
/// which they are.
void MarkingStore::GrowPart(MarkingIndex& part, std::size_t more, NodeId largest_number) {
  std::size_t slots = part.SlotsFor(more, largest_number);
  if (slots <= kQuadrupled) slots *= 2;
  AskBudget(slots * sizeof(std::uint32_t), 0);
  try {
    part.Rehash(slots, [&](std::span<const NodeId> numbers) {
      for (const NodeId number : numbers) __builtin_prefetch(At(number));
      for (const NodeId number : numbers) part.Put(HashAt(number), number);
    });
  } catch (const std::bad_alloc&) {
    throw OutOfRoom();
  }
}

void MarkingStore::Keep(std::span<const NodeId> kept) {
  const std::size_t bytes = layout_.bytes();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::memmove(arena_.data() + i * bytes, arena_.data() + kept[i] * bytes, bytes);
  }
  size_ = static_cast<NodeId>(kept.size());
  Reindex();
}

void MarkingStore::Reorder(std::span<const NodeId> order) {
  const std::size_t bytes = layout_.bytes();
  AskBudget(order.size() * bytes, 0);
  std::vector<char> records;
  try {
    records.resize(order.size() * bytes);
  } catch (const std::bad_alloc&) {
    throw OutOfRoom();
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::memcpy(records.data() + i * bytes, arena_.data() + order[i] * bytes, bytes);
  }
  std::ranges::copy(records, arena_.data());
  Reindex();
}

void MarkingStore::Reindex() {
  const auto largest = static_cast<NodeId>(size() + 1);
  // Another layout hashes otherwise, so that a part may have become larger than its slots.
  while (true) {
    for (MarkingIndex& part : parts_) {
      const std::size_t slots = part.SlotsFor(1, largest);
      AskBudget(slots * sizeof(std::uint32_t), part.bytes());
      try {
        part.Clear(slots);
      } catch (const std::bad_alloc&) {
        throw OutOfRoom();
      }
    }
    if (is_divided() ? PutAll<true>() : PutAll<false>()) return;
  }
}

}  // namespace cpn::explore
