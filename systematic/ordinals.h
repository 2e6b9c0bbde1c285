// Counts how often something happened, for the ordinals of keys.
//
// Invariants: an open hash table with linear probing; clearing is free, since entries of an
// earlier generation count as empty.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace systematic {

class Ordinals {
 public:
  Ordinals() : entries_(64) {}

  void Clear() {
    ++generation_;
    used_ = 0;
  }
  /// How often it was called with these names since Clear(): 0, 1, 2, ...
  std::uint32_t Next(std::uint64_t names, std::uint32_t life) {
    if (2 * (used_ + 1) > entries_.size()) Grow();
    Entry& entry = Find(entries_, names, life);
    if (entry.generation != generation_) {
      entry = {names, life, 0, generation_};
      ++used_;
    }
    return entry.count++;
  }

 private:
  struct Entry {
    std::uint64_t names = 0;
    std::uint32_t life = 0;
    std::uint32_t count = 0;
    std::uint64_t generation = 0;
  };

  /// Its entry, or the empty one where it belongs.
  Entry& Find(std::vector<Entry>& entries, std::uint64_t names, std::uint32_t life) const;
  void Grow();

  std::vector<Entry> entries_;  // a power of two, at most half full
  std::size_t used_ = 0;
  std::uint64_t generation_ = 1;
};

}  // namespace systematic
