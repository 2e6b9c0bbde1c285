// What of a system's traces is looked at, and how it is named. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace conformance {

struct Sight {
  /// An event has where it happened as its attribute `node`.
  bool nodes = false;
  /// The faults that are stimuli; others are not looked at. Nothing: all are.
  std::optional<std::vector<std::string>> faults = std::nullopt;
};

}  // namespace conformance
