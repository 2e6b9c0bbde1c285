// How far to explore for test cases, and where these end. Plain data.
#pragma once

#include <cstdint>

#include "base/budget.h"

namespace generator {

struct StateSpaceOptions {
  std::uint64_t max_states = 10'000'000;
  std::uint64_t max_cases = 100'000;
  /// Not 0: a path is a case once it made so many observations and the system has answered
  /// (prefix_cases.h). For scope kRun only.
  std::uint64_t observations = 0;
  base::Budget* budget = nullptr;  ///< what the program may use; null: no limits
  /// Explore stubborn sets only: the same cases (reduced_space.h). Requires `observations` 0.
  bool stubborn = false;
};

}  // namespace generator
