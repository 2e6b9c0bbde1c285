// How many nets the differential tests take, and which: CPNGEN_NETS, CPNGEN_FIRST_NET and their
// like.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace differential {

inline std::uint64_t FromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace differential
