#include "cpn/explore/marking_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "cpn/explore/for_words.h"

namespace cpn::explore {
namespace {

constexpr std::size_t kAsked = std::size_t{1} << 20;  // bytes of an index from which it asks
constexpr NodeId kAtOnce = 16;                        // records whose cache misses overlap
// Up to so many slots, a part that grows is made four times as large, not twice: it reads its
// records from all over the arena to do it.
constexpr std::size_t kQuadrupled = std::size_t{1} << 21;
constexpr std::size_t kMaxNumbers = std::numeric_limits<NodeId>::max() - 2;

/// Twice as many as the parts need when all have the same size, since they have not quite.
unsigned SpareBits(unsigned parts) {
  return parts == 1 ? 0 : static_cast<unsigned>(std::bit_width(parts - 1)) + 1;
}

}  // namespace

MarkingStore::MarkingStore(std::size_t max_bytes, const base::Budget* budget, unsigned parts)
    : budget_(budget), arena_(max_bytes), ownership_(parts) {
  parts_.reserve(parts);
  for (unsigned i = 0; i < parts; ++i) parts_.emplace_back(SpareBits(parts));
  own_.resize(parts);
}

void MarkingStore::OwnRanges::Add(NodeRange more) {
  if (more.count == 0) return;
  if (!ranges.empty() && ranges.back().first + ranges.back().count == more.first) {
    ranges.back().count += more.count;
  } else {
    ranges.push_back(more);
  }
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
  for (unsigned owner = 0; owner < parts(); ++owner) {
    if (parts_[owner].HasRoomFor(more, largest)) continue;
    is_divided() ? GrowPart(owner, more, largest) : GrowUndivided(more);
  }
}

bool MarkingStore::ReserveOwned(unsigned owner, std::size_t more) {
  // What a Publish() takes from `reserved_` it has added to `size_` before: never too little.
  const std::size_t reserved = reserved_.fetch_add(more, std::memory_order_acquire) + more;
  const std::size_t needed = std::size_t{size()} + reserved;
  try {
    if (needed > kMaxNumbers) throw OutOfRoom();
    const auto largest = static_cast<NodeId>(needed);
    if (!parts_[owner].HasRoomFor(more, largest)) GrowPart(owner, more, largest);
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
  return ForWords(layout_.words(),
                  [this]<std::size_t Words> { return PutAllOf<kDivided, Words>(); });
}

template <bool kDivided, std::size_t Words>
bool MarkingStore::PutAllOf() {
  const NodeId count = size();
  std::vector<std::uint64_t> record(layout_.words());
  std::uint64_t hashes[kAtOnce];
  unsigned owners[kAtOnce] = {};
  for (NodeId first = 0; first < count; first += kAtOnce) {
    const NodeId n = std::min(kAtOnce, count - first);
    for (NodeId i = 0; i < n; ++i) {
      layout_.Load<Words>(At(first + i), record.data());
      hashes[i] = Hash<Words>(record.data());
      if (kDivided) owners[i] = OwnerOf<Words>(record.data(), hashes[i]);
      parts_[owners[i]].PrefetchSlot(hashes[i]);
    }
    for (NodeId i = 0; i < n; ++i) {
      MarkingIndex& part = parts_[owners[i]];
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

/// Its records lie among those of others, which their owners may be adding to.
void MarkingStore::GrowPart(unsigned owner, std::size_t more, NodeId largest_number) {
  MarkingIndex& part = parts_[owner];
  std::size_t slots = part.SlotsFor(more, largest_number);
  if (slots <= kQuadrupled) slots *= 2;
  FillPart(owner, slots, largest_number);
}

void MarkingStore::FillPart(unsigned owner, std::size_t slots, NodeId largest_number) {
  MarkingIndex& part = parts_[owner];
  const auto put_own = [&]<std::size_t Words> { return PutOwn<Words>(owner, largest_number); };
  do {
    AskBudget(slots * sizeof(std::uint32_t), 0);
    try {
      part.Replace(slots);
    } catch (const std::bad_alloc&) {
      throw OutOfRoom();
    }
    slots *= 2;
  } while (!ForWords(layout_.words(), put_own));
}

bool MarkingStore::IsPrepared(unsigned owner, std::size_t more, std::size_t all) const {
  const std::size_t largest = std::min(size() + all, kMaxNumbers);
  return own_[owner].are_indexed && parts_[owner].HasRoomFor(more, static_cast<NodeId>(largest));
}

void MarkingStore::PreparePart(unsigned owner, std::size_t more, std::size_t all) {
  if (IsPrepared(owner, more, all)) return;
  const auto largest = static_cast<NodeId>(std::min(size() + all, kMaxNumbers));
  if (own_[owner].are_indexed) return GrowPart(owner, more, largest);
  // It may be larger than its share: then it grows as it is filled.
  FillPart(owner, parts_[owner].SlotsFor(size() / parts() + more, largest), largest);
  own_[owner].are_indexed = true;
}

/// Adds all records of a part, which is empty, in their order: so they come from memory by
/// themselves. False: it has too few slots.
template <std::size_t Words>
bool MarkingStore::PutOwn(unsigned owner, NodeId largest_number) {
  MarkingIndex& part = parts_[owner];
  std::vector<std::uint64_t> record(layout_.words());
  std::pair<std::uint64_t, NodeId> some[kAtOnce];
  NodeId n = 0;
  const auto put = [&] {
    const bool has_room = part.HasRoomFor(n, largest_number);
    for (NodeId i = 0; has_room && i < n; ++i) part.Put(some[i].first, some[i].second);
    n = 0;
    return has_room;
  };
  const auto add = [&](NodeRange nodes, bool is_mixed) {
    for (NodeId node = nodes.first; node < nodes.first + nodes.count; ++node) {
      layout_.Load<Words>(At(node), record.data());
      const std::uint64_t hash = Hash<Words>(record.data());
      if (is_mixed && OwnerOf<Words>(record.data(), hash) != owner) continue;
      part.PrefetchSlot(hash);
      some[n++] = {hash, node};
      if (n == kAtOnce && !put()) return false;
    }
    return true;
  };
  if (!add({0, mixed_}, true)) return false;
  for (const NodeRange& range : own_[owner].ranges) {
    if (!add(range, false)) return false;
  }
  return put();
}

void MarkingStore::Divide(std::vector<OwnerBit> bits) {
  ownership_.UseBits(std::move(bits), layout_);
  mixed_ = size();
  for (unsigned owner = 0; owner < parts(); ++owner) {
    own_[owner].ranges.clear();
    own_[owner].are_indexed = false;
    parts_[owner].Drop();
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
  mixed_ = size();
  for (OwnRanges& own : own_) own.ranges.clear();
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
