// Colour sets: which values a place or a variable may hold, and all of them when they are few.
//
// Invariants:
//  1. A ColourSetId is an index into Model::colour_sets; components have smaller ids than the sets
//     built from them, so there is no recursion.
//  2. `alias` has its own name and the structure of its base.
// Plain data; the operations are in colour_sets.h.
// Source: Jensen & Kristensen (2009), ch. 3.
#pragma once

#include <cstdint>
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

}  // namespace cpn
