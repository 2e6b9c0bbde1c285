// The records that one worker generated lately: a direct-mapped cache in front of the store. A
// breadth-first search meets most markings several times within a short while, and what is found
// here costs no look at memory that other workers write.
//
// Invariant: every entry is a record that the store has, or that the worker's buffer has, of a
// marking that is expanded wholly; at first all entries are the initial marking's.
// Thread safety: none, one per worker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace cpn::explore {

class RecentRecords {
 public:
  /// Forgets all; from now on records are `words` long. `known`: a record that the store has.
  void Reset(const std::uint64_t* known, std::size_t words) {
    words_ = words;
    entries_.resize(kEntries * words);
    for (std::size_t i = 0; i < kEntries; ++i) std::copy_n(known, words, Entry<0>(i));
  }

  /// Call it some records ahead of FindOrAdd(): most entries are out of the nearest cache.
  template <std::size_t Words>
  void Prefetch(std::uint64_t hash) {
    __builtin_prefetch(Entry<Words>(hash & (kEntries - 1)));
  }

  /// Is it there? Puts it there when it is not. `Words` as in RecordLayout.
  template <std::size_t Words>
  bool FindOrAdd(const std::uint64_t* record, std::uint64_t hash) {
    std::uint64_t* entry = Entry<Words>(hash & (kEntries - 1));
    const std::size_t words = Words != 0 ? Words : words_;
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words; ++i) difference |= entry[i] ^ record[i];
    if (difference == 0) return true;
    std::memcpy(entry, record, words * sizeof(std::uint64_t));
    return false;
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 15;

  template <std::size_t Words>
  std::uint64_t* Entry(std::size_t i) {
    return entries_.data() + i * (Words != 0 ? Words : words_);
  }

  std::size_t words_ = 1;
  std::vector<std::uint64_t> entries_;
};

}  // namespace cpn::explore
