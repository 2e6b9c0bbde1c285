// What a permutation of symmetric colour sets does to colours and multi-sets. It goes by the
// type: the 1 of a symmetric Worker is permuted, the 1 of a counter is not.
//
// Invariant: a value of a type that Moves() is false for is its own image.
// Thread safety: as ValueStore: images are interned.
// Source: Jensen, "Coloured Petri Nets", vol. 2 (1995), ch. 3.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "cpn/symmetry/group.h"
#include "cpn/values/multiset.h"

namespace cpn::symmetry {

class Action {
 public:
  /// All must outlive it.
  Action(const Group* group, const ColourSets* colour_sets, std::size_t colour_set_count,
         ValueStore* values, MultiSetStore* multisets);

  /// Are there values of symmetric sets in values of this type?
  bool Moves(ColourSetId type) const { return moves_[type]; }
  /// Is a value that is of both types permuted the same way as either?
  bool Agree(ColourSetId a, ColourSetId b) const;

  Value Apply(const Permutation& permutation, ColourSetId type, Value value) const;
  MultiSet Apply(const Permutation& permutation, ColourSetId type, MultiSet tokens) const;
  /// The value with the first value of its set in place of every value of a symmetric set, and
  /// appends the points that stood there: two values are images of each other only if their masks
  /// are equal.
  Value Mask(ColourSetId type, Value value, std::vector<Point>& points) const;

 private:
  /// Replaces a value of a symmetric set; the set by its index in the group.
  using Replace = std::function<Value(std::size_t set, Value value)>;

  std::optional<std::size_t> SymmetricIndex(ColourSetId type) const { return index_[type]; }
  /// The structure of a type: aliases and, unless they are symmetric themselves, subsets
  /// stripped.
  ColourSetId Structure(ColourSetId type) const;
  bool ComputeMoves(ColourSetId type) const;
  Value Map(ColourSetId type, Value value, const Replace& replace) const;
  Value MapParts(const ColourSet& set, Value value, const Replace& replace) const;
  std::optional<Point> PointOf(std::size_t set, Value value) const;

  const Group* group_;
  const ColourSets* colour_sets_;
  ValueStore* values_;
  MultiSetStore* multisets_;
  std::vector<std::optional<std::size_t>> index_;  // by colour set, into the group's sets
  std::vector<bool> moves_;
};

}  // namespace cpn::symmetry
