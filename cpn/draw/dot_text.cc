#include "cpn/draw/dot_text.h"

namespace cpn::draw {

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string QuoteLines(const Lines& lines, std::string_view justify) {
  std::string quoted = "\"";
  for (const std::string& line : lines) {
    const std::string one = Quote(line);
    quoted += one.substr(1, one.size() - 2);
    if (lines.size() > 1) quoted += justify;
  }
  return quoted + "\"";
}

}  // namespace cpn::draw
