// A set of markings or arcs as bits: what a subformula holds of.
//
// Invariant: bits beyond size() are 0. Thread safety: as a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpn::ctl {

class Bits {
 public:
  explicit Bits(std::size_t size = 0, bool value = false)
      : size_(size), words_((size + 63) / 64, value ? ~std::uint64_t{0} : 0) {
    ClearTail();
  }

  std::size_t size() const { return size_; }
  bool Test(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void Set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }

  bool Any() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return true;
    }
    return false;
  }
  bool All() const { return !Complement(*this).Any(); }

  Bits& operator&=(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
    return *this;
  }
  Bits& operator|=(const Bits& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    return *this;
  }
  friend Bits Complement(Bits bits) {
    for (std::uint64_t& word : bits.words_) word = ~word;
    bits.ClearTail();
    return bits;
  }

 private:
  void ClearTail() {
    if (size_ % 64 != 0) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }

  std::size_t size_;
  std::vector<std::uint64_t> words_;
};

}  // namespace cpn::ctl
