// Pseudo-random numbers that are the same on every machine, unlike those of <random>'s
// distributions: xoshiro256** seeded by splitmix64 (Blackman & Vigna 2018), bounded draws without
// bias by Lemire's multiplication (2019).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "base/split_mix64.h"

namespace base {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    SplitMix64 seeds(seed);
    for (std::uint64_t& word : state_) word = seeds.Next();
  }

  /// 64 random bits.
  std::uint64_t Next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, bound). Requires bound > 0.
  std::uint32_t Below(std::uint32_t bound) {
    assert(bound > 0);
    std::uint64_t product = std::uint64_t{Next32()} * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = std::uint64_t{Next32()} * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::uint32_t Next32() { return static_cast<std::uint32_t>(Next() >> 32); }

  std::array<std::uint64_t, 4> state_;
};

}  // namespace base
