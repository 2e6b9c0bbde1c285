// How many different hashes were met, in bounded memory: exact up to a size, then by a sample.
//
// The sample has the hashes whose lowest bits are 0, one bit more each time it gets too large; each
// of them then stands for as many as share those bits. The error is about 1 in 500.
// Invariant: the count does not depend on the order in which hashes are met.
// Thread safety: none.
// Source: P. Gibbons, "Distinct sampling for highly-accurate answers to distinct values queries and
// event reports", VLDB 2001.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>

namespace systematic {

class Distinct {
 public:
  /// Exact up to `most` hashes.
  explicit Distinct(std::size_t most = 1u << 20) : most_(most) {}

  void Meet(std::uint64_t hash) {
    if ((hash & mask_) != 0) return;
    sample_.insert(hash);
    while (sample_.size() > most_) {
      mask_ = mask_ << 1 | 1;
      std::erase_if(sample_, [this](std::uint64_t h) { return (h & mask_) != 0; });
    }
  }
  std::uint64_t count() const { return sample_.size() * (mask_ + 1); }

 private:
  const std::size_t most_;
  std::uint64_t mask_ = 0;
  std::unordered_set<std::uint64_t> sample_;  // never iterated in an order that shows
};

}  // namespace systematic
