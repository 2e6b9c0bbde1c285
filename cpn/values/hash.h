// Hashing of ids and of sequences of ids, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/split_mix64.h"

namespace cpn {

/// Every bit of `x` reaches every bit of the result.
inline std::uint64_t MixHash(std::uint64_t x) { return base::MixBits(x); }

/// Hash of the sequence `seed, x`; chain it for longer sequences.
inline std::uint64_t CombineHash(std::uint64_t seed, std::uint64_t x) {
  return MixHash((seed ^ x) + 0x9e3779b97f4a7c15ull);
}

/// Hash of the `id` members of `items`, two at a time.
template <typename Id>
std::uint64_t HashIds(std::uint64_t seed, std::span<const Id> items) {
  std::uint64_t hash = CombineHash(seed, items.size());
  std::size_t i = 0;
  for (; i + 1 < items.size(); i += 2) {
    hash = CombineHash(hash, (std::uint64_t{items[i].id} << 32) | items[i + 1].id);
  }
  return i < items.size() ? CombineHash(hash, items[i].id) : hash;
}

/// FNV-1a, then mixed.
inline std::uint64_t HashText(std::uint64_t seed, std::string_view text) {
  std::uint64_t hash = seed ^ 0xcbf29ce484222325ull;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ull;
  return MixHash(hash);
}

}  // namespace cpn
