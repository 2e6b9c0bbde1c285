// Seeded choices that are the same on every machine (std's distributions are not).
//
// Not thread-safe; use one generator per case.
// Source: S. Vigna's splitmix64, public domain.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace adapter {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
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

}  // namespace adapter
