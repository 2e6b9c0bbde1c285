// What a model's code may use. All of it is counted, not timed: limits fall at the same point on
// every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpn/values/value.h"

namespace cpn::lua {

struct ModelLimits {
  /// Bytes that the model's Lua values may hold at any time.
  std::size_t memory = std::size_t{256} << 20;
  /// Lua instructions, and as many units of work in library functions, that loading and each later
  /// call into the model's code may take.
  std::uint32_t instructions = 10'000'000;
  /// Bytes of the longest string. Where there is one of more than 16 KiB, an instruction counts as
  /// many times as it is longer.
  std::size_t string = std::size_t{1} << 20;
  /// Parts of the largest value; see ValueStore.
  std::uint32_t value = ValueStore::kLargest;
};

}  // namespace cpn::lua
