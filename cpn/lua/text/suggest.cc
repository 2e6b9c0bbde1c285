#include "cpn/lua/text/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace cpn::lua {
namespace {

constexpr std::size_t kListed = 12;

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Optimal string alignment distance, in half steps: a change of case costs one, anything else two.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1];
      const char y = b[j - 1];
      const std::size_t change = x == y ? 0 : Lower(x) == Lower(y) ? 1 : 2;
      d[i][j] = std::min({d[i - 1][j] + 2, d[i][j - 1] + 2, d[i - 1][j - 1] + change});
      const bool swapped = i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y;
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 2);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string Nearest(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;
  if (name.size() > kLongest) return "";
  std::string best;
  // Up to a third of the letters may be wrong, and one in any name of at least three.
  std::size_t best_distance =
      2 * std::max<std::size_t>(name.size() >= 3 ? 1 : 0, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    if (candidate.size() > kLongest || candidate == name) continue;
    const std::size_t distance = Distance(name, candidate);
    const bool better = distance < best_distance ||
                        (distance == best_distance && !best.empty() && candidate < best);
    if (!better) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& known) {
  const std::string nearest = Nearest(name, known);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

std::string Alternatives(std::string_view name, const std::vector<std::string>& known) {
  if (known.empty()) return " (there is none)";
  return fmt::format(" (there {} {}){}", known.size() == 1 ? "is" : "are", Listing(known),
                     DidYouMean(name, known));
}

std::string Listing(const std::vector<std::string>& names) {
  if (names.size() <= kListed + 1) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kListed, ", "),
                     names.size() - kListed);
}

}  // namespace cpn::lua
