// Which part of a divided store a record belongs to: the one that its hash says, or the one that a
// few of its bits say.
//
// By hash, a marking and its successor have different owners as often as chance has it. By bits
// that few steps change, most successors belong to whoever found them (cpn/partition says how such
// bits are chosen). Each bit has a weight; the sum of the weights of those that are set, modulo the
// number of parts, is the owner. Any function of the record would do: a place that gets another
// mode, so that its bits mean something else, costs time and is no error.
// Thread safety: const members from any thread while no other member runs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpn/explore/record_layout.h"

namespace cpn::explore {

/// A bit of a field that counts, and what it adds.
struct OwnerBit {
  std::uint32_t column = 0;  ///< of the layout
  std::uint32_t bit = 0;     ///< of its field
  std::uint32_t weight = 1;  ///< a power of two below the number of parts
};

class Ownership {
 public:
  /// By hash. `parts`: at least 1, at most 65536.
  explicit Ownership(unsigned parts) : parts_(parts) {}

  unsigned parts() const { return parts_; }
  bool is_by_bits() const { return !bits_.empty(); }
  const std::vector<OwnerBit>& bits() const { return bits_; }
  /// From now on by these bits of records of `layout`; by hash when there are none.
  void UseBits(std::vector<OwnerBit> bits, const RecordLayout& layout);
  /// Records have another layout now. A bit that it has no room for is in no record.
  void UseLayout(const RecordLayout& layout);

  /// The owner of a record with this hash. `Words` as in RecordLayout.
  template <std::size_t Words>
  unsigned Of(const std::uint64_t* record, std::uint64_t hash) const {
    if (masks_.empty()) return ByHash(hash);
    const std::size_t words = Words != 0 ? Words : words_;
    if (parts_ == 2) return Parity(record, masks_.data(), words);
    unsigned sum = 0;
    for (std::size_t digit = 0, mask = 0; mask < masks_.size(); ++digit) {
      for (std::size_t i = 0; i < words; ++i, ++mask) {
        sum += static_cast<unsigned>(std::popcount(record[i] & masks_[mask])) << digit;
      }
    }
    return sum % parts_;
  }

  /// The same as Of(), for a loop over many records that writes to memory: it keeps the masks of
  /// two parts at hand, which would be read again after every write. The ownership must outlive it,
  /// and not change. `Words` as in RecordLayout.
  template <std::size_t Words>
  class Finder {
   public:
    explicit Finder(const Ownership& ownership)
        : ownership_(ownership),
          has_masks_(Words != 0 && ownership.parts_ == 2 && ownership.is_by_bits()) {
      if (has_masks_) std::copy_n(ownership.masks_.begin(), Words, masks_);
    }
    unsigned operator()(const std::uint64_t* record, std::uint64_t hash) const {
      return has_masks_ ? Parity(record, masks_, Words) : ownership_.Of<Words>(record, hash);
    }

   private:
    const Ownership& ownership_;
    bool has_masks_;
    std::uint64_t masks_[Words != 0 ? Words : 1] = {};
  };

 private:
  /// Whether the sum, of which two parts need no more, is odd.
  static unsigned Parity(const std::uint64_t* record, const std::uint64_t* masks,
                         std::size_t words) {
    std::uint64_t set = 0;
    for (std::size_t i = 0; i < words; ++i) set ^= record[i] & masks[i];
    return static_cast<unsigned>(__builtin_parityll(set));
  }
  unsigned ByHash(std::uint64_t hash) const {
    return static_cast<unsigned>((((hash >> 32) & 0xffff) * parts_) >> 16);
  }

  unsigned parts_;
  std::vector<OwnerBit> bits_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> masks_;  // for each weight, by word; none: by hash
};

}  // namespace cpn::explore
