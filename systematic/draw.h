// Random draws of any size.
//
// Thread safety: none of their own; a generator is one thread's.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>

#include "base/random.h"
#include "systematic/hash.h"

namespace systematic {

/// Uniform in [0, n). Requires n > 0.
inline std::uint64_t Draw(base::Random& random, std::uint64_t n) {
  assert(n > 0);
  if (n <= std::numeric_limits<std::uint32_t>::max()) {
    return random.Below(static_cast<std::uint32_t>(n));
  }
  const std::uint64_t whole = n * (std::numeric_limits<std::uint64_t>::max() / n);
  std::uint64_t drawn = random.Next();
  while (drawn >= whole) drawn = random.Next();
  return drawn % n;
}

/// The generator of one iteration.
inline base::Random RandomOf(std::uint64_t seed, std::uint64_t iteration) {
  return base::Random(SeedOf(seed, iteration));
}

}  // namespace systematic
