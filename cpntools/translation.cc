#include "cpntools/translation.h"

#include <fmt/format.h>

#include <regex>

namespace cpntools {
namespace {

/// The arc that an error names at its end, "...; transition Go, place P".
const Origin* NamedArc(const Translation& translation, const std::string& message) {
  static const std::regex kObjects("; transition (?:\\S+\\.)?(\\w+), place (?:\\S+\\.)?(\\w+)$");
  std::smatch match;
  if (!std::regex_search(message, match, kObjects)) return nullptr;
  for (const Origin& origin : translation.origins) {
    if (origin.transition == match[1] && origin.place == match[2]) return &origin;
  }
  return nullptr;
}

}  // namespace

const Origin* OriginOf(const Translation& translation, int lua_line, int lua_column,
                       const std::string& message) {
  const Origin* found = nullptr;
  for (const Origin& origin : translation.origins) {
    const bool behind =
        origin.lua_line > lua_line ||
        (origin.lua_line == lua_line && lua_column > 0 && origin.lua_column > lua_column);
    if (behind) break;
    found = &origin;
  }
  if (found != nullptr && found->line > 0) return found;
  return NamedArc(translation, message);
}

std::string WhatIsWrong(const Problem& problem) {
  const std::string page = problem.page.empty() ? "" : fmt::format("page {}, ", problem.page);
  return fmt::format("{}{}: {}", page, problem.object, problem.reason);
}

std::string ProblemText(const Problem& problem) {
  std::string where = problem.file;
  if (problem.line > 0) where += fmt::format(":{}", problem.line);
  if (problem.line > 0 && problem.column > 0) where += fmt::format(":{}", problem.column);
  return fmt::format("{}: {}", where, WhatIsWrong(problem));
}

}  // namespace cpntools
