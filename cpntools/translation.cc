#include "cpntools/translation.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace cpntools {
namespace {

/// Takes what follows the last `mark` off the text; nullopt without one.
std::optional<std::string_view> TakeBehind(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view behind = text.substr(at + mark.size());
  text = text.substr(0, at);
  return behind;
}

/// "Go" of "Page.Go": an object of a net without its page.
std::string_view WithoutPage(std::string_view name) { return name.substr(name.rfind('.') + 1); }

/// The arc that an error names at its end, "...; transition Page.Go, place Page.P".
const Origin* NamedArc(const Translation& translation, std::string_view message) {
  const auto place = TakeBehind(message, ", place ");
  if (!place) return nullptr;
  const auto transition = TakeBehind(message, "; transition ");
  if (!transition) return nullptr;
  for (const Origin& origin : translation.origins) {
    if (origin.transition.empty() || origin.place.empty()) continue;
    if (origin.transition == WithoutPage(*transition) && origin.place == WithoutPage(*place)) {
      return &origin;
    }
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
