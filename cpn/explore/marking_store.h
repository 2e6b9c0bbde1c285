// The set of markings found: packed records in one append-only arena, in the order of discovery
// (which is the queue of a breadth-first search as well), and an index over it.
//
// How several threads add to it: the index has a part for each thread, and a record says itself
// which part it belongs to (ownership.h). Only the owner's thread looks it up and adds it; others
// hand their records over (cpn/explore/exchange.h). So no slot and no record is ever written by one
// thread while another reads it. What all share is a counter that hands out numbers by the hundred.
//
// Invariants:
//  1. Record n is marking n; all records are distinct. The whole record is compared, never a hash.
//  2. Record n is in the part that OwnerOf() says, and in no other.
//  3. Insert() and InsertOwned() need room: Grow() or ReserveOwned() first.
// Thread safety: the members that name a part from its owner's thread, of records that this thread
// or an earlier level has published; At() of such records from any thread; everything else from one
// thread while no other call runs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/growing_bytes.h"
#include "cpn/explore/level_queue.h"
#include "cpn/explore/marking_index.h"
#include "cpn/explore/ownership.h"
#include "cpn/explore/record_layout.h"
#include "cpn/values/hash.h"

namespace cpn::explore {

class MarkingStore {
 public:
  /// `max_bytes` of records. Asks `budget`, unless it is null, before it makes the index larger.
  /// `parts`: how many threads will add to it at a time, at least 1.
  explicit MarkingStore(std::size_t max_bytes, const base::Budget* budget = nullptr,
                        unsigned parts = 1);

  const RecordLayout& layout() const { return layout_; }
  NodeId size() const { return size_.load(std::memory_order_relaxed); }
  const char* At(NodeId node) const { return arena_.data() + std::size_t{node} * layout_.bytes(); }

  /// Hash of a record. `Words` as in RecordLayout.
  template <std::size_t Words>
  std::uint64_t Hash(const std::uint64_t* record) const {
    const std::size_t words = Words != 0 ? Words : layout_.words();
    std::uint64_t hash = words;
    std::size_t i = 0;
    for (; i + 1 < words; i += 2) hash ^= Fold(record[i] ^ Salt(i), record[i + 1] ^ Salt(i + 1));
    if (i < words) hash ^= record[i];
    hash = Fold(hash ^ kFirstSalt, kSecondSalt);
    return Fold(hash, kFirstSalt);  // again: once is not enough for a record of one word
  }
  /// The part that a record with this hash belongs to.
  template <std::size_t Words>
  unsigned OwnerOf(const std::uint64_t* record, std::uint64_t hash) const {
    return ownership_.Of<Words>(record, hash);
  }
  const Ownership& ownership() const { return ownership_; }
  const MarkingIndex& part(unsigned i) const { return parts_[i]; }
  unsigned parts() const { return static_cast<unsigned>(parts_.size()); }
  bool is_divided() const { return parts_.size() > 1; }
  void PrefetchRecord(const MarkingIndex& part, std::uint64_t hash) const {
    const std::uint32_t slot = part.slots()[hash & part.mask()];
    // Of an empty slot, record 0: a branch would wait for the slot as soon as it is not foreseen.
    const char* const record = At((slot & part.reference_mask()) - (slot != 0 ? 1 : 0));
    __builtin_prefetch(record);
    __builtin_prefetch(record + layout_.bytes() - 1);  // it may lie in two cache lines
  }

  /// The number of the marking, a new one if need be.
  template <std::size_t Words>
  NodeId Insert(const std::uint64_t* record, std::uint64_t hash) {
    if (!is_divided()) return InsertUndivided<Words>(record, hash);
    return InsertDivided<Words>(OwnerOf<Words>(record, hash), record, hash);
  }
  /// The same, where the store is not divided.
  template <std::size_t Words>
  NodeId InsertUndivided(const std::uint64_t* record, std::uint64_t hash) {
    return InsertIn<Words>(parts_.front(), record, hash);
  }

  /// A slot that is claimed for a new marking; it gets its number with Publish(), so that a
  /// thread's records lie side by side and numbers are handed out by the hundred.
  struct ClaimedSlot {
    const std::uint64_t* record = nullptr;
    std::uint64_t hash = 0;
    std::size_t index = 0;
    NodeId* number = nullptr;  ///< where to put the number
  };
  struct ClaimedSlots {
    std::vector<ClaimedSlot> slots;
    /// The same marking again: (index into slots, where else to put its number).
    std::vector<std::pair<std::size_t, NodeId*>> again;
  };
  /// Makes sure that `part` and the arena have room for `more` markings, whatever others reserve.
  /// False: the arena must grow first, with Grow(). Publish() ends the reservation. Throws
  /// OutOfRoom.
  bool ReserveOwned(unsigned part, std::size_t more);
  /// Insert() for the owner of `part`: the number is in *number when it returns, or after the next
  /// Publish(). `record` must stay until then.
  template <std::size_t Words>
  [[gnu::always_inline]] void InsertOwned(unsigned part, const std::uint64_t* record,
                                          std::uint64_t hash, NodeId* number,
                                          ClaimedSlots& claimed);
  /// Gives the claimed ones their numbers, and ends a reservation. Returns the new markings.
  template <std::size_t Words>
  NodeRange Publish(unsigned part, ClaimedSlots& claimed, std::size_t reserved);

  /// Is there room for that many more markings, of any part? When not, Grow().
  bool HasRoomFor(std::size_t more) const;
  /// Makes room; records may move. Throws OutOfRoom when memory or the numbers are used up; then
  /// all is as before.
  void Grow(std::size_t more);

  /// Gives all records a new layout; `convert(from, to)` translates one record. Throws as Grow().
  template <typename Convert>
  void ChangeLayout(const RecordLayout& layout, const Convert& convert);

  /// From now on these bits say which part a record belongs to; its hash when there are none. All
  /// parts are empty: PreparePart() of each comes next, and nothing before it but that.
  void Divide(std::vector<OwnerBit> bits);
  /// Has `part` what belongs to it, and room for `more` markings of `all` more in all parts?
  bool IsPrepared(unsigned part, std::size_t more, std::size_t all) const;
  /// Sees to that; for the owner of `part`, at a time when nobody adds markings. Throws OutOfRoom;
  /// then all is as before, or, of a part that had yet to get what belongs to it, that is lost.
  void PreparePart(unsigned part, std::size_t more, std::size_t all);

  /// Forgets all markings but these, which are in ascending order; the i-th becomes number i.
  /// Requires one part. Throws as Grow().
  void Keep(std::span<const NodeId> kept);
  /// Gives the markings other numbers: the i-th of `order`, in which each is once, becomes number
  /// i. Requires one part. Throws as Grow().
  void Reorder(std::span<const NodeId> order);

  /// Forgets the markings from number `size` on; after it only At() works.
  void Truncate(NodeId size) { size_ = size; }
  /// Gives the index's memory back; after it only At() works.
  void DropIndex() {
    for (MarkingIndex& part : parts_) part.Drop();
  }

  std::size_t record_bytes() const { return std::size_t{size()} * layout_.bytes(); }
  std::size_t index_bytes() const;

 private:
  static constexpr std::uint64_t kFirstSalt = 0xd6e8feb86659fd93ull;
  static constexpr std::uint64_t kSecondSalt = 0x9e3779b97f4a7c15ull;
  /// Another one for each word, so that it matters where a value stands.
  static constexpr std::uint64_t Salt(std::size_t word) { return kFirstSalt + word * kSecondSalt; }
  /// Both halves of the product: bits go down as well as up, for one multiplication.
  static std::uint64_t Fold(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  template <std::size_t Words>
  std::size_t WordCount() const {
    return Words != 0 ? Words : layout_.words();
  }
  /// Which of the claimed slots is that one; their number when none is.
  static std::size_t FindClaimed(const ClaimedSlots& claimed, std::size_t index) {
    const auto at = std::ranges::find(claimed.slots, index, &ClaimedSlot::index);
    return static_cast<std::size_t>(at - claimed.slots.begin());
  }
  /// Markings that a part has, of those from `mixed_` on, in ascending order.
  struct alignas(kCacheLine) OwnRanges {
    std::vector<NodeRange> ranges;
    bool are_indexed = true;  // they, and those before `mixed_`
    void Add(NodeRange more);
  };

  template <std::size_t Words>
  NodeId Write(const std::uint64_t* record, NodeId number) {
    layout_.Store<Words>(record, arena_.data() + std::size_t{number} * layout_.bytes());
    return number;
  }
  template <std::size_t Words>
  [[gnu::always_inline]] NodeId InsertIn(MarkingIndex& part, const std::uint64_t* record,
                                         std::uint64_t hash);
  void GrowArena(std::size_t bytes);
  void GrowUndivided(std::size_t more);
  void GrowPart(unsigned owner, std::size_t more, NodeId largest_number);
  void FillPart(unsigned owner, std::size_t slots, NodeId largest_number);
  void AskBudget(std::size_t bytes, std::size_t instead_of) const;
  void Reindex();
  template <bool kDivided>
  bool PutAll();
  template <bool kDivided, std::size_t Words>
  bool PutAllOf();
  template <std::size_t Words>
  bool PutOwn(unsigned owner, NodeId largest_number);
  template <std::size_t Words>
  NodeId InsertDivided(unsigned owner, const std::uint64_t* record, std::uint64_t hash);

  RecordLayout layout_;
  const base::Budget* budget_;
  GrowingBytes arena_;
  std::vector<MarkingIndex> parts_;
  Ownership ownership_;
  /// The markings before it, which were there when the parts were filled anew: no list says whose
  /// they are.
  NodeId mixed_ = 0;
  std::vector<OwnRanges> own_;  // by part; of its owner's thread
  /// Written for every new marking: on a cache line of its own, away from what all threads read.
  alignas(kCacheLine) std::atomic<NodeId> size_ = 0;
  std::atomic<std::size_t> reserved_ = 0;  // markings that may still get a number
};

template <std::size_t Words>
inline NodeId MarkingStore::InsertIn(MarkingIndex& part, const std::uint64_t* record,
                                     std::uint64_t hash) {
  const std::uint32_t tag = part.Tag(hash);
  const std::uint32_t reference_mask = part.reference_mask();
  std::uint32_t* const slots = part.slots();
  const std::size_t mask = part.mask();
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const std::uint32_t slot = slots[i];
    if (slot == 0) {
      const NodeId number = size_.load(std::memory_order_relaxed);
      size_.store(number + 1, std::memory_order_relaxed);
      slots[i] = tag | (number + 1);
      part.CountNew();
      return Write<Words>(record, number);
    }
    if (((slot ^ tag) & ~reference_mask) != 0) continue;
    const NodeId number = (slot & reference_mask) - 1;
    if (layout_.Equal<Words>(At(number), record)) return number;
  }
}

template <std::size_t Words>
NodeId MarkingStore::InsertDivided(unsigned owner, const std::uint64_t* record,
                                   std::uint64_t hash) {
  const NodeId before = size();
  const NodeId number = InsertIn<Words>(parts_[owner], record, hash);
  if (number == before) own_[owner].Add({number, 1});
  return number;
}

template <std::size_t Words>
inline void MarkingStore::InsertOwned(unsigned owner, const std::uint64_t* record,
                                      std::uint64_t hash, NodeId* number, ClaimedSlots& claimed) {
  const MarkingIndex& part = parts_[owner];
  const std::uint32_t reference_mask = part.reference_mask();
  const std::uint32_t tag = part.Tag(hash);
  const std::uint32_t busy = tag | reference_mask;
  std::uint32_t* const slots = part.slots();
  const std::size_t mask = part.mask();
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const std::uint32_t slot = slots[i];
    if (slot == 0) {
      slots[i] = busy;
      claimed.slots.push_back({record, hash, i, number});
      return;
    }
    if (((slot ^ tag) & ~reference_mask) != 0) continue;
    if (slot == busy) {
      const std::size_t own = FindClaimed(claimed, i);
      if (!std::equal(record, record + WordCount<Words>(), claimed.slots[own].record)) continue;
      claimed.again.emplace_back(own, number);
      return;
    }
    const NodeId found = (slot & reference_mask) - 1;
    if (layout_.Equal<Words>(At(found), record)) {
      *number = found;
      return;
    }
  }
}

template <std::size_t Words>
NodeRange MarkingStore::Publish(unsigned owner, ClaimedSlots& claimed, std::size_t reserved) {
  MarkingIndex& part = parts_[owner];
  const auto count = static_cast<NodeId>(claimed.slots.size());
  const NodeId first = count > 0 ? size_.fetch_add(count, std::memory_order_relaxed) : 0;
  NodeId next = first;
  for (const ClaimedSlot& slot : claimed.slots) {
    *slot.number = Write<Words>(slot.record, next++);
    part.slots()[slot.index] = part.Tag(slot.hash) | (*slot.number + 1);
  }
  for (const auto& [own, number] : claimed.again) *number = *claimed.slots[own].number;
  part.CountNew(count);
  own_[owner].Add({first, count});
  claimed.slots.clear();
  claimed.again.clear();
  reserved_.fetch_sub(reserved, std::memory_order_release);
  return {first, count};
}

template <typename Convert>
void MarkingStore::ChangeLayout(const RecordLayout& layout, const Convert& convert) {
  const RecordLayout old = layout_;
  std::vector<std::uint64_t> from(old.words()), to(layout.words());
  const auto move = [&](NodeId node) {
    old.Load<0>(arena_.data() + std::size_t{node} * old.bytes(), from.data());
    convert(from.data(), to.data());
    layout.Store<0>(to.data(), arena_.data() + std::size_t{node} * layout.bytes());
  };
  const NodeId count = size();
  GrowArena(std::size_t{count} * layout.bytes());
  if (layout.bytes() >= old.bytes()) {  // from the end, so that nothing is overwritten unread
    for (NodeId node = count; node-- > 0;) move(node);
  } else {
    for (NodeId node = 0; node < count; ++node) move(node);
  }
  layout_ = layout;
  ownership_.UseLayout(layout);
  GrowArena((std::size_t{count} + 1) * layout.bytes());  // the first marking is inserted at once
  Reindex();
}

}  // namespace cpn::explore
