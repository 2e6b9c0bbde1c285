#include "cpngen/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cpngen {

std::string Indent(const std::string& text, std::size_t columns) {
  std::string indented;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    indented += std::string(columns, ' ') + text.substr(from, end - from) + '\n';
    from = end + 1;
  }
  return indented;
}

std::string Plural(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string InBrackets(const std::string& text) { return text.empty() ? "" : " (" + text + ")"; }

std::string Grouped(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string MemoryText(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < kUnits.size()) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

}  // namespace cpngen
