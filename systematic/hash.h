// Hashes that are the same on every machine and for every compiler.
//
// Thread safety: free functions without state.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/split_mix64.h"

namespace systematic {

/// `hash` with `value` mixed in; the order of calls matters.
constexpr std::uint64_t Mix(std::uint64_t hash, std::uint64_t value) {
  return base::MixBits((hash ^ value) * 0x9e3779b97f4a7c15u + value);
}

/// A hash of the bytes, eight at a time.
constexpr std::uint64_t HashOfBytes(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u + bytes.size();
  while (bytes.size() >= 8) {
    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    hash = Mix(hash, word);
    bytes.remove_prefix(8);
  }
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return base::MixBits(hash);
}

/// The seed of the `index`-th of many that come from one: H(master, index).
constexpr std::uint64_t SeedOf(std::uint64_t master, std::uint64_t index) {
  return Mix(base::MixBits(master + 0x9e3779b97f4a7c15u), index);
}

}  // namespace systematic
