// How the ready specifications show and hash the values of operations.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>

#include "base/split_mix64.h"

namespace oracles::linearizability {

/// Numbers as such, texts in quotes.
template <typename Value>
std::string ValueText(const Value& value) {
  if constexpr (std::is_arithmetic_v<Value>) {
    return std::to_string(value);
  } else {
    return '"' + std::string(value) + '"';
  }
}

template <typename Value>
std::string ValueText(const std::optional<Value>& value) {
  return value ? ValueText(*value) : "nothing";
}

/// Of a value that may be missing, mixed into the hash of what comes before it.
template <typename Value>
std::uint64_t HashOf(const std::optional<Value>& value, std::uint64_t before = 0) {
  return base::MixBits(before + (value ? std::hash<Value>()(*value) * 2 + 1 : 2));
}

}  // namespace oracles::linearizability
