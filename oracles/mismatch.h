// One difference between what a test case expects and what was observed. Plain value.
#pragma once

#include <string>

namespace oracles {

/// In words for the user: "leaders: expected 1, 2, observed 1".
struct Mismatch {
  std::string what;      ///< which oracle: "leaders", "reply 2"
  std::string expected;  ///< as the suite says it
  std::string observed;
  bool operator==(const Mismatch&) const = default;
};

}  // namespace oracles
