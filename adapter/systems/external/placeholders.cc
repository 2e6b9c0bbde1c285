#include "adapter/systems/external/placeholders.h"

#include <fmt/format.h>

namespace adapter::external {

std::string FillIn(std::string_view text,
                   const std::function<std::optional<std::string>(std::string_view)>& value) {
  std::string filled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      filled += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      filled += c;
      ++i;
      continue;
    }
    const std::size_t end = text.find_first_of("{}", i + 1);
    if (c == '}' || end == std::string_view::npos || text[end] != '}') {
      throw PlaceholderError(fmt::format(
          "a brace without its other half in \"{}\"; a brace itself is written twice", text));
    }
    const std::string_view inside = text.substr(i + 1, end - i - 1);
    const std::optional<std::string> known = value(inside);
    if (!known) {
      throw PlaceholderError(fmt::format("{{{}}} stands for nothing here", inside));
    }
    filled += *known;
    i = end;
  }
  return filled;
}

}  // namespace adapter::external
