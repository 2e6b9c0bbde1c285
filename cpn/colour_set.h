// Colour sets: which values a place or a variable may hold, and all of them when they are few.
//
// Invariants:
//  1. A ColourSetId is an index into Model::colour_sets; components have smaller ids than the sets
//     built from them, so there is no recursion.
//  2. `alias` has its own name and the structure of its base.
// Plain data; the operations are in ColourSets. Source: Jensen & Kristensen (2009), ch. 3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpn/error.h"
#include "cpn/value.h"

namespace cpn {

using ColourSetId = std::uint32_t;
/// Index into Model::functions.
using FunctionId = std::uint32_t;

enum class ColourSetKind : std::uint8_t {
  kUnit,
  kBool,
  kInt,
  kRange,
  kString,
  kEnum,
  kIndex,
  kProduct,
  kRecord,
  kList,
  kUnion,
  kSubset,
  kAlias
};

/// A named component: a record's field, or a union's constructor (no colour set: no argument).
struct ColourSetField {
  std::string name;
  std::optional<ColourSetId> type;
};

struct ColourSet {
  std::string name;  ///< As declared; a description such as "list Worker" where it has none.
  ColourSetKind kind = ColourSetKind::kUnit;
  std::int64_t low = 0;  ///< kRange, kIndex: inclusive bounds
  std::int64_t high = 0;
  std::vector<std::string> names;       ///< kEnum: in declaration order. kIndex: the one prefix.
  std::vector<ColourSetId> parts;       ///< kProduct: components; kList, kSubset, kAlias: the base
  std::vector<ColourSetField> fields;   ///< kRecord, kUnion
  std::optional<FunctionId> predicate;  ///< kSubset: one parameter, the candidate
  SourceLocation where;
};

class Evaluator;

/// Membership and enumeration over a table of colour sets.
class ColourSets {
 public:
  /// Small colour sets have at most this many colours; only they enumerate.
  static constexpr std::size_t kSmall = 4096;

  ColourSets(const std::vector<ColourSet>* table, ValueStore* values);

  /// Is `v` a colour of `set`? A subset's predicate is asked through `evaluator`.
  bool Contains(ColourSetId set, Value v, Evaluator& evaluator);
  /// All colours in canonical order (enums, unions: declaration order; tuples: lexicographic), or
  /// nothing when there are more than kSmall. Computed once.
  const std::vector<Value>* Enumerate(ColourSetId set, Evaluator& evaluator);
  /// The base of aliases and subsets: a set that is neither.
  ColourSetId Resolve(ColourSetId set) const;
  const ColourSet& operator[](ColourSetId set) const { return (*table_)[set]; }

 private:
  const std::vector<ColourSet>* table_;
  ValueStore* values_;
  std::vector<std::optional<std::vector<Value>>> colours_;
};

}  // namespace cpn
