// Sets of small numbers, as words of bits. All sets of one universe have the same size.
// Plain data.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace cpn::reduce {

class BitSet {
 public:
  explicit BitSet(std::size_t universe = 0) : words_((universe + 63) / 64) {}

  bool Has(std::uint32_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void Add(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void Clear() { words_.assign(words_.size(), 0); }
  void Add(const BitSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  bool Empty() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  std::size_t words() const { return words_.size(); }
  std::uint64_t word(std::size_t w) const { return words_[w]; }
  std::uint64_t& word(std::size_t w) { return words_[w]; }

  /// Calls `visit` with each number, ascending.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w]; rest != 0; rest &= rest - 1) {
        visit(
            static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace cpn::reduce
