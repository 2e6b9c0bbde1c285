// Which tokens an arc may be about: a pattern of which some variables are known. Two shapes of one
// place overlap when some token may be of both.
//
// Invariant: what a shape leaves out, it leaves open: it says "may be" of too many tokens rather
// than of too few.
// Thread safety: plain values; comparing reads the ValueStore only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cpn/engine/compiled_pattern.h"
#include "cpn/values/value.h"

namespace cpn::reduce {

struct Shape {
  enum class Kind : std::uint8_t {
    kAny,    ///< every token
    kValue,  ///< this one
    kParts,  ///< tuples, records and unions some of whose parts have these shapes
  };
  Kind kind = Kind::kAny;
  /// One token and no other.
  bool determined = false;
  Value value;
  std::string constructor;   ///< of a union; else empty
  std::uint32_t index = 0;   ///< of a part: which of the Elements() of the whole
  std::vector<Shape> parts;  ///< by index, ascending
};

/// What `pattern` says of its token when variables have these values; those that are
/// PartialBinding::kUnbound may have any. Lists are left open.
Shape ShapeOf(const CompiledPattern& pattern, std::span<const Value> known, ValueStore& values);

bool MayMatch(const Shape& shape, Value token, const ValueStore& values);
bool Overlap(const Shape& a, const Shape& b, const ValueStore& values);

}  // namespace cpn::reduce
