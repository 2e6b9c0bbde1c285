#include "base/nearest.h"

#include <algorithm>
#include <cstddef>

namespace base {
namespace {

/// Names longer than this are not compared: the time grows with the square of the length.
constexpr std::size_t kLongest = 256;

/// What an error costs. A letter in the wrong case costs one: less than an error, however many.
constexpr std::size_t kError = kLongest + 1;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t CostOfChange(char from, char to) {
  if (from == to) return 0;
  return Lower(from) == Lower(to) ? 1 : kError;
}

/// The optimal string alignment distance, row by row of its table; a swap looks two rows back.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back(b.size() + 1);
  std::vector<std::size_t> previous(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j * kError;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_back, previous);
    std::swap(previous, row);
    row[0] = i * kError;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({previous[j] + kError, row[j - 1] + kError,
                         previous[j - 1] + CostOfChange(a[i - 1], b[j - 1])});
      if (i == 1 || j == 1) continue;
      const std::size_t swap = CostOfChange(a[i - 1], b[j - 2]) + CostOfChange(a[i - 2], b[j - 1]);
      if (swap < kError) row[j] = std::min(row[j], two_back[j - 2] + kError + swap);
    }
  }
  return row[b.size()];
}

/// How many errors `name` may have.
std::size_t Tolerance(std::string_view name) {
  if (name.size() < 3) return 0;
  return name.size() / 3;
}

}  // namespace

std::optional<std::string_view> Nearest(std::string_view name,
                                        const std::vector<std::string_view>& known) {
  if (name.size() > kLongest) return std::nullopt;
  std::size_t least = (Tolerance(name) + 1) * kError;
  std::optional<std::string_view> nearest;
  for (const std::string_view candidate : known) {
    if (candidate.size() > name.size() + Tolerance(name) || candidate == name) continue;
    const std::size_t distance = Distance(name, candidate);
    if (distance > least || (distance == least && (!nearest || *nearest <= candidate))) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& known) {
  const auto nearest = Nearest(name, {known.begin(), known.end()});
  return nearest ? "; did you mean " + std::string(*nearest) + "?" : "";
}

}  // namespace base
