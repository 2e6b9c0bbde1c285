// The smallest of the seeded generators: one word of state, the same numbers on every machine. For
// seeds made from seeds, and for a few choices; random.h is for long runs and for bounded draws.
//
// Thread safety: none; one generator is one thread's.
// Source: S. Vigna's splitmix64, public domain; Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", 2014.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace base {

/// The generator's last step: every bit of the argument reaches every bit of the result.
constexpr std::uint64_t MixBits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  /// 64 random bits.
  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    return MixBits(state_);
  }

  /// 0, 1, ... n-1 in an order that the seed decides. (The bias of % is below 2^-50 for our sizes.)
  std::vector<int> Permutation(int n) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[Next() % i]);
    return order;
  }

 private:
  std::uint64_t state_;
};

}  // namespace base
