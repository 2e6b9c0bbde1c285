// Words of a line that a person typed. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace cpngen {

/// The first word and what follows it, without the blanks between them.
inline std::pair<std::string, std::string> FirstWord(const std::string& text) {
  const std::size_t space = text.find_first_of(" \t");
  if (space == std::string::npos) return {text, ""};
  const std::size_t more = text.find_first_not_of(" \t", space);
  return {text.substr(0, space), more == std::string::npos ? "" : text.substr(more)};
}

/// Without the quotes around it, if there are any.
inline std::string Unquoted(const std::string& text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace cpngen
