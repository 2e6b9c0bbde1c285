// Changes of a place marking, interned, and what they make of it: (change, marking) -> marking.
//
// Invariants: the memo is a direct-mapped table that grows while it evicts, up to `memo_bytes`; it
// may forget, and then computes again.
// Thread safety: none, one per worker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpn/values/id_table.h"
#include "cpn/values/multiset.h"

namespace cpn {

using ChangeId = std::uint32_t;

/// Tokens removed, then all others when `reset`, then tokens added.
struct Change {
  MultiSet removed;
  MultiSet added;
  bool reset = false;
  friend bool operator==(const Change&, const Change&) = default;
};

class ChangeMemo {
 public:
  ChangeMemo(MultiSetStore* multisets, std::size_t memo_bytes);

  ChangeId Intern(const Change& change);
  /// The place marking after the change. Requires that `before` contains what it removes. Throws
  /// std::overflow_error when a coefficient does not fit 32 bits.
  MultiSet Apply(ChangeId change, MultiSet before) {
    const std::uint64_t key = (std::uint64_t{change} << 32) | before.id;
    const Entry& entry = entries_[SlotOf(key)];
    return entry.key == key ? entry.after : Compute(key);
  }

 private:
  struct Entry {
    std::uint64_t key = kNoKey;
    MultiSet after;
  };
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

  std::size_t SlotOf(std::uint64_t key) const;
  MultiSet Compute(std::uint64_t key);
  void Grow();

  MultiSetStore* multisets_;
  std::size_t max_entries_;
  std::vector<Change> changes_;
  IdTable index_;
  std::vector<Entry> entries_;
  std::size_t evictions_ = 0;
};

}  // namespace cpn
