// Index of interned things: from a hash to the id of the thing that has it, open addressing with
// linear probing. The things themselves live elsewhere, by id; the table keeps 32 bits of their
// hash to grow without looking at them.
//
// Thread safety: Find() from any thread while no thread inserts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpn {

class IdTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// The id inserted under `hash` for which equal(id) holds, or kNone.
  template <typename Equal>
  std::uint32_t Find(std::uint64_t hash, const Equal& equal) const {
    if (slots_.empty()) return kNone;
    const std::uint32_t tag = Tag(hash);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = tag & mask; slots_[i].id != kNone; i = (i + 1) & mask) {
      if (slots_[i].tag == tag && equal(slots_[i].id)) return slots_[i].id;
    }
    return kNone;
  }

  /// Requires that Find() does not find it. `id` is not kNone.
  void Insert(std::uint64_t hash, std::uint32_t id) {
    if ((count_ + 1) * 4 > slots_.size() * 3) Grow();
    Place({Tag(hash), id});
    ++count_;
  }

  void Clear() {
    slots_.clear();
    slots_.shrink_to_fit();
    count_ = 0;
  }

  std::size_t size() const { return count_; }
  std::size_t memory_bytes() const { return slots_.capacity() * sizeof(Slot); }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t id = kNone;
  };

  static std::uint32_t Tag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

  void Place(Slot slot) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = slot.tag & mask;
    while (slots_[i].id != kNone) i = (i + 1) & mask;
    slots_[i] = slot;
  }

  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.id != kNone) Place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace cpn
