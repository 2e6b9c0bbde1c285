// Colour sets: which values a place or a variable may hold, and all of them when they are few.
//
// Invariants:
//  1. A ColourSetId is an index into Model::colour_sets; components have smaller ids than the sets
//     built from them, so there is no recursion.
//  2. `alias` has its own name and the structure of its base.
// Plain data; the operations are in ColourSets. Source: Jensen & Kristensen (2009), ch. 3.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cpn/values/error.h"
#include "cpn/values/value.h"

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
  /// All colours in canonical order (enums, unions: declaration order; products and records, whose
  /// fields count in order of their names: lexicographic), or nullptr when there are more than
  /// kSmall or infinitely many. Computed once. A subset of what is not small is not small.
  const std::vector<Value>* Enumerate(ColourSetId set, Evaluator& evaluator);
  /// The base of aliases and subsets: a set that is neither.
  ColourSetId Resolve(ColourSetId set) const;
  /// The base of aliases: a set that is no alias, with the same colours.
  ColourSetId StripAliases(ColourSetId set) const;
  /// Are they one colour set, aliases aside? Sets without a name of their own are when they have
  /// the same description and the same components.
  bool Same(ColourSetId a, ColourSetId b) const;
  const ColourSet& operator[](ColourSetId set) const { return (*table_)[set]; }
  const ValueStore& values() const { return *values_; }

 private:
  struct Colours {
    bool computed = false;
    bool small = false;
    std::vector<Value> values;
  };

  bool ContainsParts(const ColourSet& set, Value v, Evaluator& evaluator);
  bool ContainsFields(const ColourSet& set, Value v, Evaluator& evaluator);
  bool ContainsConstructor(const ColourSet& set, Value v, Evaluator& evaluator);
  /// The colours into `out`; false when they are not small.
  bool Compute(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out);
  bool ComputeProduct(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out);
  bool ComputeUnion(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out);
  bool ComputeSubset(const ColourSet& set, Evaluator& evaluator, std::vector<Value>& out);

  const std::vector<ColourSet>* table_;
  ValueStore* values_;
  std::deque<Colours> colours_;  // by set; grows with the table, and never moves
};

}  // namespace cpn
