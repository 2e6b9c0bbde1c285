#include "base/text_layout.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/characters.h"

namespace base {
namespace {

/// Average width of a character, in font sizes.
constexpr double kCharacterWidth = 0.56;

std::string Squeeze(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (result.empty() || result.back() == ' ')) continue;
    result += space ? ' ' : c;
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace

double TextWidth(const std::string& text, double font_size) {
  return kCharacterWidth * font_size * static_cast<double>(text.size());
}

double TextWidth(const Lines& lines, double font_size) {
  double width = 0;
  for (const std::string& line : lines) width = std::max(width, TextWidth(line, font_size));
  return width;
}

Lines Wrap(const std::string& text, std::size_t width, std::size_t max_lines) {
  std::string rest = Squeeze(text);
  Lines lines;
  while (!rest.empty()) {
    if (lines.size() == max_lines) {
      lines.back() += " ...";
      break;
    }
    std::size_t cut = rest.size();
    if (rest.size() > width) {
      const std::size_t space = rest.find_last_of(' ', width);
      cut = space != std::string::npos && space > 0 ? space : rest.find(' ');
      cut = std::min(cut, rest.size());
    }
    lines.push_back(rest.substr(0, cut));
    rest = cut < rest.size() ? rest.substr(cut + 1) : "";
  }
  return lines;
}

std::string Cut(const std::string& text, std::size_t most) {
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size(); ++count) {
    if (count == most) return text.substr(0, at) + "...";
    at += DecodeAt(text, at).bytes;
  }
  return text;
}

}  // namespace base
