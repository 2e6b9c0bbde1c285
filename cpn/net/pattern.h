// Patterns: inscriptions that are data. Against a token a pattern binds variables; with all its
// variables bound it builds a colour. Neither enters the model language.
//
// Invariant: `variable` indexes the variables of the transition that the pattern belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpn/values/value.h"

namespace cpn {

enum class PatternKind : std::uint8_t {
  kVariable,  ///< binds, or compares when bound already
  kConstant,
  kAny,     ///< matches everything, binds nothing; input arcs only
  kTuple,   ///< product: children are components
  kList,    ///< list of exactly these elements
  kCons,    ///< children[0] is the head, children[1] the rest: x::xs
  kRecord,  ///< children parallel to `names`; input patterns may leave fields out
  kUnion,   ///< names[0] is the constructor, children[0] its argument (none: no argument)
};

struct Pattern {
  PatternKind kind = PatternKind::kAny;
  std::uint32_t variable = 0;
  Value constant;
  std::vector<std::string> names;
  std::vector<Pattern> children;
};

}  // namespace cpn
