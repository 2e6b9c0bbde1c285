// A Lua expression as the conditions that `and`, `or` and `not` make it of.
//
// Invariant: the conditions of a tree are in the order in which Lua may come to evaluate them.
// Requires text that Lua compiles; on other text, also if it is nested without end, the whole is
// one condition. Thread safety: pure functions on plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

/// What a decision is made of.
struct BooleanExpression {
  enum class Kind : std::uint8_t { kCondition, kNot, kAnd, kOr };
  Kind kind = Kind::kCondition;
  std::uint32_t condition = 0;              ///< kCondition: its number, from 0
  std::vector<BooleanExpression> operands;  ///< kNot: one; kAnd and kOr: two or more
};

struct ConditionTexts {
  BooleanExpression tree;
  std::vector<std::string> texts;  ///< of the conditions, as written
};

ConditionTexts SplitConditions(std::string_view expression);

}  // namespace cpn::lua
