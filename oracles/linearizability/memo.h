// The situations that a search has been in: which operations are done, and the state after them.
// What follows from one does not depend on the way there, so that none is searched twice.
//
// Operations that never returned need not be taken, so that a situation in which fewer of them are
// taken, and that is the same otherwise, leads to all that the other one leads to. Of such a pair
// only the one with fewer is searched; each set of them is compared with those that were met in the
// same situation, since there are few.
//
// Open addressing; keys lie one after the other in one vector. Not thread-safe.
// Source: the first paragraph is Lowe, "Testing for linearizability" (2017).
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
  /// What is done: those that returned, by their hash and key, and, as bits, those that never did
  /// (always as many words).
  struct Done {
    std::uint64_t hash = 0;
    std::span<const std::uint64_t> returned;
    std::span<const std::uint64_t> open;
  };

  /// Adds a situation; false if it is there already, or one that has no need of some of the open
  /// operations. Equal ones have equal hashes.
  bool Insert(const Done& done, std::uint64_t state_hash, const State& state) {
    if (entries_.size() * 2 >= slots_.size()) Grow();
    const std::uint64_t hash = base::MixBits(done.hash + state_hash * 0x9e3779b97f4a7c15u);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const Entry& entry = entries_[slots_[slot] - 1];
      if (entry.hash != hash || !Equal(entry, done.returned) || !(entry.state == state)) continue;
      const std::span<std::uint64_t> known = OpenOf(entry, done.open.size());
      if (Within(known, done.open)) return false;
      if (!Within(done.open, known)) continue;
      std::ranges::copy(done.open, known.begin());  // from now on this one stands for both
      return true;
    }
    entries_.push_back({hash, words_.size(), done.returned.size(), state});
    words_.insert(words_.end(), done.returned.begin(), done.returned.end());
    words_.insert(words_.end(), done.open.begin(), done.open.end());
    slots_[slot] = entries_.size();
    return true;
  }

 private:
  static constexpr std::size_t kFree = 0;
  struct Entry {
    std::uint64_t hash;
    std::size_t words_begin;
    std::size_t words_count;  // of the key; behind it are the open ones
    State state;
  };

  bool Equal(const Entry& entry, std::span<const std::uint64_t> key) const {
    return std::ranges::equal(std::span(words_).subspan(entry.words_begin, entry.words_count), key);
  }

  std::span<std::uint64_t> OpenOf(const Entry& entry, std::size_t words) {
    return std::span(words_).subspan(entry.words_begin + entry.words_count, words);
  }

  static bool Within(std::span<const std::uint64_t> inner, std::span<const std::uint64_t> outer) {
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if ((inner[i] & ~outer[i]) != 0) return false;
    }
    return true;
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
