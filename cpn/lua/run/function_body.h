// How a function of the model, declared as a cpn::Function, does what it does.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/lua/run/list_expression.h"
#include "cpn/net/model.h"
#include "cpn/net/pattern.h"

namespace cpn::lua {

/// In patterns under construction: the variable number of a computed part is this bit plus the
/// index of the operand that computes it.
inline constexpr std::uint32_t kComputedPart = 0x8000'0000;

/// How a function of the model does what it does.
struct FunctionBody {
  enum class Kind : std::uint8_t {
    kLua,       ///< calls `function`
    kNot,       ///< the opposite of the one operand
    kAnd,       ///< both operands hold
    kTemplate,  ///< builds `pattern`: variables are arguments, operands compute the other parts
  };
  /// A function that this one runs: which of the arguments it gets.
  struct Operand {
    FunctionId function = 0;
    ColourSetId type = 0;  ///< of its result; kTemplate only
    std::vector<std::uint32_t> arguments;
  };

  Kind kind = Kind::kLua;
  int function = 0;  ///< registry reference
  std::vector<Operand> operands;
  Pattern pattern;
  bool is_expression = false;  ///< kLua only: its text is all there is to it, without upvalues
  /// Instead of `function`, where a colour of its place is asked for.
  std::optional<ListExpression> list_expression;
  /// What the parameters are: indices into Loading::variables; empty for a subset's predicate.
  std::vector<std::uint32_t> variables;
};

}  // namespace cpn::lua
