// The situations that a search has been in: which operations are done, and the state after them.
// What follows from one does not depend on the way there, so that none is searched twice.
//
// Open addressing; keys lie one after the other in one vector. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/split_mix64.h"

namespace oracles::linearizability {

template <typename State>
class Memo {
 public:
  /// Adds a situation; false if it is there already. Equal ones have equal hashes.
  bool Insert(std::uint64_t set_hash, std::span<const std::uint64_t> set, std::uint64_t state_hash,
              const State& state) {
    if (entries_.size() * 2 >= slots_.size()) Grow();
    const std::uint64_t hash = base::MixBits(set_hash + state_hash * 0x9e3779b97f4a7c15u);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const Entry& entry = entries_[slots_[slot] - 1];
      if (entry.hash == hash && Equal(entry, set) && entry.state == state) return false;
    }
    entries_.push_back({hash, words_.size(), set.size(), state});
    words_.insert(words_.end(), set.begin(), set.end());
    slots_[slot] = entries_.size();
    return true;
  }

 private:
  static constexpr std::size_t kFree = 0;
  struct Entry {
    std::uint64_t hash;
    std::size_t words_begin;
    std::size_t words_count;
    State state;
  };

  bool Equal(const Entry& entry, std::span<const std::uint64_t> set) const {
    return std::ranges::equal(std::span(words_).subspan(entry.words_begin, entry.words_count), set);
  }

  void Grow() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kFree);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::size_t slot = entries_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> slots_;  // places in entries_, from 1; a power of two of them
};

}  // namespace oracles::linearizability
