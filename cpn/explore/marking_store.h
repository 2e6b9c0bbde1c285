// The set of markings found: packed records in one append-only arena, in the order of discovery
// (which is the queue of a breadth-first search as well), and an index of 4-byte slots over it.
//
// Invariants:
//  1. Record n is marking n; all records are distinct. The whole record is compared, never a hash.
//  2. A slot is 0 (empty), or a tag of the hash above the record's number + 1. The reference with
//     all bits set says that a thread is about to write the record (kConcurrent only).
//  3. Insert() needs room: Reserve() first, from one thread.
// Thread safety: Insert<Words, true>() and At() from any thread; everything else from one thread
// while no other call runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "cpn/exploration.h"
#include "cpn/explore/huge_array.h"
#include "cpn/explore/record_layout.h"
#include "cpn/hash.h"

namespace cpn::explore {

/// Two lines: processors fetch them in pairs.
constexpr std::size_t kCacheLine = 128;

struct OutOfRoom {};

class MarkingStore {
 public:
  /// `max_bytes` of records, address space only.
  explicit MarkingStore(std::size_t max_bytes);

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

  /// The number of the marking, a new one if need be. With `kConcurrent`, from several threads.
  template <std::size_t Words, bool kConcurrent>
  NodeId Insert(const std::uint64_t* record, std::uint64_t hash);

  /// Is there room for that many more markings? When not, Grow().
  bool HasRoomFor(std::size_t more) const {
    const std::size_t needed = size() + more;
    return needed * 20 <= capacity() * 17 && needed * layout_.bytes() <= arena_.size();
  }
  /// Makes room. Throws OutOfRoom when the arena or the numbers are used up.
  void Grow(std::size_t more);

  /// Gives all records a new layout; `convert(from, to)` translates one record.
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
  NodeId Write(const std::uint64_t* record, NodeId number) {
    layout_.Store<Words>(record, arena_.data() + std::size_t{number} * layout_.bytes());
    return number;
  }
  void Reindex();
  std::uint64_t HashAt(NodeId node) const;

  RecordLayout layout_;
  HugeArray<char> arena_;
  HugeArray<std::uint32_t> index_;
  std::size_t mask_ = 0;
  std::uint32_t reference_mask_ = 0;
  /// Written for every new marking: on a cache line of its own, away from what all threads read.
  alignas(kCacheLine) std::atomic<NodeId> size_ = 0;
};

template <std::size_t Words, bool kConcurrent>
NodeId MarkingStore::Insert(const std::uint64_t* record, std::uint64_t hash) {
  const std::uint32_t tag = Tag(hash);
  for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
    std::uint32_t slot = kConcurrent ? LoadSlot(i) : index_[i];
    if (slot == 0) {
      if constexpr (kConcurrent) {
        std::atomic_ref shared(index_[i]);
        const std::uint32_t claimed = tag | reference_mask_;
        if (shared.compare_exchange_strong(slot, claimed, std::memory_order_acquire)) {
          const NodeId number = size_.fetch_add(1, std::memory_order_relaxed);
          Write<Words>(record, number);
          shared.store(tag | (number + 1), std::memory_order_release);
          return number;
        }
      } else {
        const NodeId number = size_.load(std::memory_order_relaxed);
        size_.store(number + 1, std::memory_order_relaxed);
        index_[i] = tag | (number + 1);
        return Write<Words>(record, number);
      }
    }
    if (((slot ^ tag) & ~reference_mask_) != 0) continue;
    if constexpr (kConcurrent) {
      while ((slot & reference_mask_) == reference_mask_) {
        __builtin_ia32_pause();
        slot = LoadSlot(i);
      }
    }
    const NodeId number = (slot & reference_mask_) - 1;
    if (layout_.Equal<Words>(At(number), record)) return number;
  }
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
  if (layout.bytes() >= old.bytes()) {  // from the end, so that nothing is overwritten unread
    for (NodeId node = count; node-- > 0;) move(node);
  } else {
    for (NodeId node = 0; node < count; ++node) move(node);
  }
  layout_ = layout;
  Grow(0);
  Reindex();
}

}  // namespace cpn::explore
