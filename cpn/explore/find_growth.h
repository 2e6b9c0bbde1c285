// Finds the places that still grow in what an exploration found.
//
// How it works: the records are read once, level by level. Breadth-first levels are sets that do
// not depend on the number of workers, so neither do the figures.
// Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cpn/explore/explorer.h"
#include "cpn/explore/growth.h"

namespace cpn::explore {

/// What the markings of one place have in common that were looked at so far.
class PlaceCount {
 public:
  /// `table` must outlive it, and not learn meanwhile.
  explicit PlaceCount(const PlaceTable* table);

  void Look(Field field);
  /// Of a place in mode kSliced.
  void LookAtSlices(std::span<const Field> slices);
  std::uint64_t tokens() const { return tokens_; }  ///< the most in any marking
  /// The colours seen, each once, in the order in which they came.
  const std::vector<Token>& colours() const { return colours_; }

 private:
  void LookAtMask(std::uint64_t mask);
  void AddColours(std::size_t slice, std::uint64_t mask, Token first);
  void AddColour(Token token);

  const PlaceTable* table_;
  Field last_ = 0;          // the empty marking, which adds nothing
  std::vector<bool> seen_;  // by id of a marking
  std::vector<bool> has_colour_;
  std::array<std::uint64_t, kMostSlices> masks_{};  // of all masks, by slice
  std::uint64_t tokens_ = 0;
  std::vector<Token> colours_;
};

/// After which steps to look, of an exploration of whose levels the d-th begins with marking
/// levels[d]; none when it has too few, or when that is more than `most_fields` records' fields.
std::array<std::uint64_t, 3> StepsForGrowth(std::span<const std::uint64_t> levels,
                                            std::uint64_t places, std::uint64_t most_fields);
/// Of these places, those that grow, in the order of Growth.
std::vector<PlaceGrowth> GrowingPlaces(std::vector<PlaceGrowth> places);

/// Fields of records that FindGrowth() reads at most: less than a second. In a larger space it
/// looks at the first levels only.
inline constexpr std::uint64_t kMostFieldsForGrowth = std::uint64_t{1} << 28;

/// Looks at the records of `explored`; the exploration itself pays nothing.
Growth FindGrowth(const Explored& explored, std::uint64_t most_fields = kMostFieldsForGrowth);

}  // namespace cpn::explore
