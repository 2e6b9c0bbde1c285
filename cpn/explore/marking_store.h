// The set of markings found: packed records in one append-only arena, in the order of discovery
// (which is the queue of a breadth-first search as well), and an index of 4-byte slots over it.
//
// Invariants:
//  1. Record n is marking n; all records are distinct. The whole record is compared, never a hash.
//  2. A slot is 0 (empty), or a tag of the hash above the record's number + 1. The reference with
//     all bits set says that a thread has claimed the slot and will write the record.
//  3. Insert() needs room: Reserve() first, from one thread.
// Thread safety: InsertShared(), Publish() and At() from any thread; everything else from one
// thread while no other call runs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "cpn/explore/exploration.h"
#include "cpn/explore/growing_bytes.h"
#include "cpn/explore/huge_array.h"
#include "cpn/explore/private_array.h"
#include "cpn/explore/record_layout.h"
#include "cpn/values/hash.h"

namespace cpn::explore {

struct OutOfRoom {};

class MarkingStore {
 public:
  /// `max_bytes` of records. Asks `budget`, unless it is null, before it makes the index larger.
  explicit MarkingStore(std::size_t max_bytes, const base::Budget* budget = nullptr);

  const RecordLayout& layout() const { return layout_; }
  NodeId size() const { return size_.load(std::memory_order_relaxed); }
  const char* At(NodeId node) const { return arena_.data() + std::size_t{node} * layout_.bytes(); }

  /// Hash of a record. `Words` as in RecordLayout.
  template <std::size_t Words>
  std::uint64_t Hash(const std::uint64_t* record) const {
    const std::size_t words = Words != 0 ? Words : layout_.words();
    std::uint64_t hash = Mix(record[0]);
    for (std::size_t i = 1; i < words; ++i) hash = Mix(hash + record[i]);
    return hash;
  }
  void PrefetchSlot(std::uint64_t hash) const { __builtin_prefetch(&index_[hash & mask_], 1); }
  void PrefetchRecord(std::uint64_t hash) const {
    const std::uint32_t slot = LoadSlot(hash & mask_);
    if (slot != 0) __builtin_prefetch(At((slot & reference_mask_) - 1));
  }

  /// The number of the marking, a new one if need be.
  template <std::size_t Words>
  NodeId Insert(const std::uint64_t* record, std::uint64_t hash);

  /// A slot that a thread has claimed for a new marking; it gets its number with Publish(), so that
  /// a thread's records lie side by side and numbers are handed out by the hundred.
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
  /// Insert() for several threads at a time: the number is in *number when it returns, or after the
  /// next Publish(). `record` must stay until then. Other threads may wait for that Publish().
  template <std::size_t Words>
  void InsertShared(const std::uint64_t* record, std::uint64_t hash, NodeId* number,
                    ClaimedSlots& claimed);
  template <std::size_t Words>
  void Publish(ClaimedSlots& claimed);

  /// Is there room for that many more markings? When not, Grow().
  bool HasRoomFor(std::size_t more) const {
    const std::size_t needed = size() + more;
    return needed * 20 <= capacity() * 17 && needed * layout_.bytes() <= arena_.size();
  }
  /// Makes room; records may move. Throws OutOfRoom when memory or the numbers are used up; then
  /// all is as before.
  void Grow(std::size_t more);

  /// Gives all records a new layout; `convert(from, to)` translates one record. Throws as Grow().
  template <typename Convert>
  void ChangeLayout(const RecordLayout& layout, const Convert& convert);

  /// Forgets the markings from number `size` on; after it only At() works.
  void Truncate(NodeId size) { size_ = size; }
  /// Gives the index's memory back; after it only At() works.
  void DropIndex() { index_ = {}; }

  std::size_t record_bytes() const { return std::size_t{size()} * layout_.bytes(); }
  std::size_t index_bytes() const { return index_.size() * sizeof(std::uint32_t); }

 private:
  static std::uint64_t Mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ (x >> 29);
  }
  std::size_t capacity() const { return index_.size(); }
  std::uint32_t Tag(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(hash >> 32) & ~reference_mask_;
  }
  std::uint32_t LoadSlot(std::size_t i) const {
    return std::atomic_ref(index_[i]).load(std::memory_order_acquire);
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
  template <std::size_t Words>
  NodeId Write(const std::uint64_t* record, NodeId number) {
    layout_.Store<Words>(record, arena_.data() + std::size_t{number} * layout_.bytes());
    return number;
  }
  void GrowArena(std::size_t bytes);
  void GrowIndex(std::size_t needed);
  void Reindex();
  std::uint64_t HashAt(NodeId node) const;

  RecordLayout layout_;
  const base::Budget* budget_;
  GrowingBytes arena_;
  HugeArray<std::uint32_t> index_;
  std::size_t mask_ = 0;
  std::uint32_t reference_mask_ = 0;
  /// Written for every new marking: on a cache line of its own, away from what all threads read.
  alignas(kCacheLine) std::atomic<NodeId> size_ = 0;
};

template <std::size_t Words>
NodeId MarkingStore::Insert(const std::uint64_t* record, std::uint64_t hash) {
  const std::uint32_t tag = Tag(hash);
  for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
    const std::uint32_t slot = index_[i];
    if (slot == 0) {
      const NodeId number = size_.load(std::memory_order_relaxed);
      size_.store(number + 1, std::memory_order_relaxed);
      index_[i] = tag | (number + 1);
      return Write<Words>(record, number);
    }
    if (((slot ^ tag) & ~reference_mask_) != 0) continue;
    const NodeId number = (slot & reference_mask_) - 1;
    if (layout_.Equal<Words>(At(number), record)) return number;
  }
}

template <std::size_t Words>
void MarkingStore::InsertShared(const std::uint64_t* record, std::uint64_t hash, NodeId* number,
                                ClaimedSlots& claimed) {
  const std::uint32_t reference_mask = reference_mask_;
  const std::uint32_t tag = Tag(hash);
  const std::uint32_t busy = tag | reference_mask;
  std::uint32_t* const index = index_.data();
  const std::size_t mask = mask_;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    std::atomic_ref shared(index[i]);
    std::uint32_t slot = shared.load(std::memory_order_acquire);
    if (slot == 0 && shared.compare_exchange_strong(slot, busy, std::memory_order_acquire)) {
      claimed.slots.push_back({record, hash, i, number});
      return;
    }
    if (((slot ^ tag) & ~reference_mask) != 0) continue;
    if (slot == busy) {
      const std::size_t own = FindClaimed(claimed, i);
      if (own < claimed.slots.size()) {
        if (!std::equal(record, record + WordCount<Words>(), claimed.slots[own].record)) continue;
        claimed.again.emplace_back(own, number);
        return;
      }
      // Its owner may wait for a slot of ours.
      Publish<Words>(claimed);
      while ((slot = shared.load(std::memory_order_acquire)) == busy) __builtin_ia32_pause();
    }
    const NodeId found = (slot & reference_mask) - 1;
    if (layout_.Equal<Words>(At(found), record)) {
      *number = found;
      return;
    }
  }
}

template <std::size_t Words>
void MarkingStore::Publish(ClaimedSlots& claimed) {
  if (claimed.slots.empty()) return;
  NodeId next =
      size_.fetch_add(static_cast<NodeId>(claimed.slots.size()), std::memory_order_relaxed);
  for (const ClaimedSlot& slot : claimed.slots) {
    *slot.number = Write<Words>(slot.record, next++);
    std::atomic_ref(index_[slot.index])
        .store(Tag(slot.hash) | (*slot.number + 1), std::memory_order_release);
  }
  for (const auto& [own, number] : claimed.again) *number = *claimed.slots[own].number;
  claimed.slots.clear();
  claimed.again.clear();
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
  Grow(1);  // the first marking is inserted at once
  Reindex();
}

}  // namespace cpn::explore
