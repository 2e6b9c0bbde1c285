#include "cpn/report/growth_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpn::report {
namespace {

constexpr std::size_t kMostNamed = 3;  // places that a reader will look at

/// "3 colours within 3 steps, 6 within 6, 9 within 9"
std::string Series(const std::array<std::uint64_t, 3>& figures, const char* noun,
                   const std::array<std::uint64_t, 3>& steps) {
  return fmt::format("{} {}{} within {} step{}, {} within {}, {} within {}", figures[0], noun,
                     figures[0] == 1 ? "" : "s", steps[0], steps[0] == 1 ? "" : "s", figures[1],
                     steps[1], figures[2], steps[2]);
}

std::string Sentence(const Net& net, const Growth& growth, const PlaceGrowth& place) {
  std::string text = fmt::format("place {} grows: ", net.places()[place.place].name);
  if (place.more_tokens()) text += "at most " + Series(place.tokens, "token", growth.steps);
  if (place.more_tokens() && place.more_colours()) text += "; ";
  if (place.more_colours()) text += Series(place.colours, "different colour", growth.steps);
  return text;
}

}  // namespace

std::vector<std::string> GrowthSentences(const Net& net, const Growth& growth) {
  std::vector<std::string> sentences;
  const std::size_t named = std::min(growth.places.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) {
    sentences.push_back(Sentence(net, growth, growth.places[i]));
  }
  const std::size_t rest = growth.places.size() - named;
  if (rest > 0) {
    sentences.push_back(fmt::format("{} more place{}", rest, rest == 1 ? " grows" : "s grow"));
  }
  return sentences;
}

}  // namespace cpn::report
