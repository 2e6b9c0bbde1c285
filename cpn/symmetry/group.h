// The permutations of a model's symmetric colour sets: every set's values may be permuted by
// themselves, so that the group is the product of the symmetric groups of the sets.
//
// Invariants:
//  1. A point is a value of one symmetric set. The points of a set are numbered one after the
//     other, in the set's canonical order, and the sets in the order of their declaration.
//  2. A permutation maps the points of each set to points of that set.
// Thread safety: immutable.
// Sources: Jensen, "Coloured Petri Nets", vol. 2 (1995), ch. 3; Ip and Dill, "Better verification
// through symmetry" (1996), for colour sets whose values are only ever compared for equality.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"

namespace cpn::symmetry {

/// A bounded effort was not enough: neither the model nor the call is wrong.
class EffortExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using Point = std::uint8_t;

/// More points than this are refused: where so many values matter, no space is explored.
constexpr std::size_t kMostPoints = 64;

/// The image of each point.
using Permutation = std::vector<Point>;

struct SymmetricSet {
  ColourSetId set = 0;  ///< as declared, aliases stripped
  std::vector<Value> elements;
  Point first = 0;  ///< point of elements[0]
};

class Group {
 public:
  /// The group of what `model` declares symmetric. Throws ModelError for a set without or with
  /// too many values.
  Group(const Model& model, ColourSets& colour_sets, Evaluator& evaluator);

  const std::vector<SymmetricSet>& sets() const { return sets_; }
  std::size_t points() const { return set_of_.size(); }
  /// Index into sets().
  std::size_t SetOf(Point point) const { return set_of_[point]; }
  Value ElementOf(Point point) const;
  Permutation Identity() const;

  struct Generator {
    std::size_t set = 0;
    Permutation permutation;
  };
  /// For every set with more than one value the transposition of its first two values and the
  /// cycle of all; products of these are all permutations.
  const std::vector<Generator>& generators() const { return generators_; }
  /// Number of permutations; nothing when it does not fit.
  std::optional<std::uint64_t> Order() const;

 private:
  void AddGenerators(std::size_t set);

  std::vector<SymmetricSet> sets_;
  std::vector<std::size_t> set_of_;
  std::vector<Generator> generators_;
};

/// n!, or nothing when it does not fit.
std::optional<std::uint64_t> Factorial(std::uint64_t n);
/// a * b, or nothing when one is nothing or the product does not fit.
std::optional<std::uint64_t> Product(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b);

}  // namespace cpn::symmetry
