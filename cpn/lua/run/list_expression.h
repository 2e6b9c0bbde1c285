// Expressions of list functions, such as insert(b, { w, v }), as closures over interned values:
// what makes up most of the work of models with lists needs no interpreter.
//
// Invariants:
//  1. Only what cannot fail and means the same here as in Lua is translated: variables, constants,
//     tables, and the language's own insert, remove, append and cons, each of the colour set that
//     its place asks for, without records, unions or subsets. Everything else stays with Lua.
//  2. Evaluating yields what Lua would; list_expression_test.cc compares the two.
// Thread safety: as the ValueStore that it is evaluated with.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/values/colour_set.h"
#include "cpn/values/value.h"

namespace cpn::lua {

struct ListExpression {
  enum class Kind : std::uint8_t {
    kArgument,  ///< the argument of that number
    kConstant,
    kTuple,   ///< of the operands
    kList,    ///< of the operands
    kInsert,  ///< insert(list, x)
    kRemove,  ///< remove(list, x)
    kAppend,  ///< append(list, list)
    kCons,    ///< cons(x, list)
  };
  Kind kind = Kind::kConstant;
  std::uint32_t argument = 0;
  Value constant;
  std::vector<ListExpression> operands;
};

/// Its value for these arguments.
Value Evaluate(const ListExpression& expression, std::span<const Value> arguments,
               ValueStore& values);

}  // namespace cpn::lua
