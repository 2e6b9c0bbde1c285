// What a check of the architecture test reports.
#pragma once

#include <string>
#include <vector>

namespace architecture {

/// Each "file:line: what is wrong" or, for a cycle, its members.
using Violations = std::vector<std::string>;

/// "file:line", as a compiler writes it.
inline std::string At(const std::string& path, long line) {
  return path + ":" + std::to_string(line);
}

}  // namespace architecture
