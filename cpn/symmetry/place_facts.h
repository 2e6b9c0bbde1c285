// What the search for a canonical form asks about one marking of one place: which tokens have
// which points where, what distinguishes a point from others, and which points may be exchanged.
//
// Invariants:
//  1. signature[gx] of the marking gM is signature[x] of M, for every permutation g.
//  2. twin[x] == twin[y] if and only if exchanging x and y leaves the marking as it is; only
//     points of one set are twins.
//  3. Tokens are sorted by the structure of their masks, then by their points. Nothing depends on
//     when a value was interned.
// Plain data, immutable once made.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/symmetry/action.h"

namespace cpn::symmetry {

struct TokenFacts {
  Value mask;              ///< the token without its points: Action::Mask()
  std::uint64_t hash = 0;  ///< of the mask's structure, and of the place
  std::uint32_t count = 0;
  std::uint32_t first = 0;  ///< into PlaceFacts::points
  std::uint32_t size = 0;
};

struct PlaceFacts {
  std::vector<TokenFacts> tokens;
  std::vector<Point> points;
  std::vector<std::uint64_t> signature;  ///< by point
  std::vector<Point> twin;               ///< by point: the first one to exchange it with
  bool relates = false;                  ///< some token has two points

  std::span<const Point> PointsOf(const TokenFacts& token) const {
    return std::span(points).subspan(token.first, token.size);
  }
};

/// `place`: distinguishes the signatures of places. Requires Action::Moves(type).
PlaceFacts MakeFacts(const Group& group, const Action& action, const ValueStore& values,
                     const MultiSetStore& multisets, std::uint32_t place, ColourSetId type,
                     MultiSet marking);

/// What a token says about `point`, one of its points, when the others look as `colours` has it.
std::uint64_t HashAround(Point point, const TokenFacts& token, std::span<const Point> points,
                         std::span<const std::uint64_t> colours);

}  // namespace cpn::symmetry
