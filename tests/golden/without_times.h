// Outputs without what differs from run to run.
#pragma once

#include <regex>
#include <string>

namespace golden {

/// Seconds as T, as `approve` writes them.
inline std::string WithoutTimes(const std::string& text) {
  static const std::regex in_text("[0-9]+\\.[0-9]+ s\\b");
  static const std::regex in_json("(\"[a-z_]*seconds\": )[-+.0-9e]+");
  return std::regex_replace(std::regex_replace(text, in_text, "T s"), in_json, "$1T");
}

}  // namespace golden
