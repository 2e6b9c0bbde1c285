// One part of the index over the records of a marking store: open addressing over 4-byte slots. A
// store has one part for each worker; a record belongs to the part that its hash says.
//
// Invariants:
//  1. A slot is 0 (empty), or a tag of the hash above the record's number + 1. The reference with
//     all bits set says that the slot is claimed: the record will get its number.
//  2. At most 90 % of the slots are in use.
// Thread safety: none; its owner's thread, or one thread while no other runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpn/explore/exploration.h"
#include "cpn/explore/huge_array.h"
#include "cpn/explore/private_array.h"

namespace cpn::explore {

/// There is no memory, or no number, for what should be added.
struct OutOfRoom {};

class alignas(kCacheLine) MarkingIndex {
 public:
  /// `spare_bits`: how many more bits a record's number may have than this part's slots need, since
  /// the other parts hold records, too.
  explicit MarkingIndex(unsigned spare_bits) : spare_bits_(spare_bits) {}

  /// Of records: those in this part.
  NodeId count() const { return count_; }
  std::size_t bytes() const { return slots_.size() * sizeof(std::uint32_t); }
  bool HasRoomFor(std::size_t more, NodeId largest_number) const {
    return (count_ + more) * 10 <= slots_.size() * 9 && largest_number < reference_mask_;
  }
  /// Slots that HasRoomFor(more, largest_number) would be content with, at least as many as now.
  /// Throws OutOfRoom when there are no such references.
  std::size_t SlotsFor(std::size_t more, NodeId largest_number) const;
  /// Empty slots, so many. Throws std::bad_alloc; then it is as small as it was, and empty. Whoever
  /// calls it adds the records again.
  void Clear(std::size_t slots);
  /// The same; throws std::bad_alloc, and then nothing has changed.
  void Replace(std::size_t slots);
  void Drop() { *this = MarkingIndex(spare_bits_); }

  std::uint32_t* slots() const { return slots_.data(); }
  std::size_t mask() const { return mask_; }
  std::uint32_t reference_mask() const { return reference_mask_; }
  std::uint32_t Tag(std::uint64_t hash) const {
    return static_cast<std::uint32_t>(hash >> 32) & ~reference_mask_;
  }
  /// Where looking for a record with this hash begins.
  const std::uint32_t* SlotOf(std::uint64_t hash) const { return &slots_[hash & mask_]; }
  void PrefetchSlot(std::uint64_t hash) const { __builtin_prefetch(SlotOf(hash), 1); }
  void CountNew(std::size_t more = 1) { count_ += static_cast<NodeId>(more); }
  /// Adds a record that is not there.
  void Put(std::uint64_t hash, NodeId number) {
    std::size_t slot = hash & mask_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = Tag(hash) | (number + 1);
    ++count_;
  }

 private:
  void UseMasks();
  void TouchPages();

  unsigned spare_bits_;
  HugeArray<std::uint32_t> slots_;
  std::size_t mask_ = 0;
  std::uint32_t reference_mask_ = 0;
  NodeId count_ = 0;
};

}  // namespace cpn::explore
