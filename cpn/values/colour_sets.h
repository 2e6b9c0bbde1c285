// Which values are colours of a colour set, and all of them when they are few.
//
// Thread safety: none, one per worker.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "cpn/values/colour_set.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/value.h"

namespace cpn {

/// The names of the fields of a record, or of the constructors of a union, as declared.
std::vector<std::string> FieldNames(const ColourSet& set);

/// Finds the names of enumerations, also of large ones.
class EnumNames {
 public:
  /// Is `name` one of `set`, the enumeration `id`?
  bool Has(ColourSetId id, const ColourSet& set, std::string_view name);

 private:
  std::unordered_map<ColourSetId, std::unordered_set<std::string_view>> large_;
};

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
  EnumNames enum_names_;
};

}  // namespace cpn
