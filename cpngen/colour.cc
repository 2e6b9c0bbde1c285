#include "cpngen/colour.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cpngen {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBoldRed = "\x1b[1;31m";

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kStyles{{{"-- ", "\x1b[1m"},
                                                                                {"- ", "\x1b[31m"},
                                                                                {"+ ", "\x1b[32m"},
                                                                                {"~ ", "\x1b[33m"},
                                                                                {"= ", "\x1b[2m"}}};

std::string ColouredLine(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(begin);
  for (const auto& [sign, style] : kStyles) {
    if (begin == 0 || !text.starts_with(sign)) continue;
    return std::string(line.substr(0, begin)) + std::string(style) + std::string(text) +
           std::string(kReset);
  }
  constexpr std::string_view kViolated = ": VIOLATED";
  const std::size_t violated = begin == 0 ? line.find(kViolated) : std::string_view::npos;
  if (violated == std::string_view::npos) return std::string(line);
  const std::size_t word = violated + 2;
  const std::size_t end = violated + kViolated.size();
  return std::string(line.substr(0, word)) + std::string(kBoldRed) +
         std::string(line.substr(word, end - word)) + std::string(kReset) +
         std::string(line.substr(end));
}

}  // namespace

bool WantsColour(bool terminal, const char* no_color, const char* term) {
  if (!terminal || (no_color != nullptr && *no_color != '\0')) return false;
  return term != nullptr && *term != '\0' && std::string_view(term) != "dumb";
}

std::string Coloured(const std::string& text) {
  std::string coloured;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    coloured += ColouredLine(std::string_view(text).substr(from, end - from));
    if (end < text.size()) coloured += '\n';
    from = end + 1;
  }
  return coloured;
}

}  // namespace cpngen
