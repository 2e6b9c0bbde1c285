// Which places still grew when a limit ended an exploration: a hint at why a state space has no
// end.
//
// A state space is infinite only if some place holds more and more tokens, or more and more
// different colours. So both are counted, per place, in the markings within a third, two thirds and
// all of the steps that were explored; a place whose figure rose from each to the next still grows.
// It is a hint and no proof: a large finite space grows, too, until it is nearly known.
// Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cpn/net/net.h"

namespace cpn {

/// A place that still grew, by Growth::steps.
struct PlaceGrowth {
  PlaceId place = 0;
  std::array<std::uint64_t, 3> tokens{};   ///< the most in any marking
  std::array<std::uint64_t, 3> colours{};  ///< different ones, in all markings together
  bool more_tokens() const { return tokens[0] < tokens[1] && tokens[1] < tokens[2]; }
  bool more_colours() const { return colours[0] < colours[1] && colours[1] < colours[2]; }
};

struct Growth {
  /// The figures are of the markings within so many steps from the initial one.
  std::array<std::uint64_t, 3> steps{};
  /// The places whose tokens grow, most tokens first, then those whose colours only do, most
  /// colours first. Empty when none does, or when there are less than three steps to look at.
  std::vector<PlaceGrowth> places;
};

}  // namespace cpn
