// The conditions that the guards of a model are made of, each with a function of its own, so that
// one can ask what a guard was decided by (condition coverage, MC/DC).
//
// A guard that is an expression, or a function of nothing but `return EXPRESSION`, is split where
// `and`, `or` and `not` make it of others; any other function is one condition.
//
// How it works: a condition is compiled as a function with the guard's parameters, which shares the
// guard's upvalues, so that it reads the same locals and globals of the model.
// Thread safety: as the model. Source: Chilenski & Miller, "Applicability of modified
// condition/decision coverage to software testing" (1994).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cpn/lua/run/declarations.h"
#include "cpn/lua/text/boolean_expression.h"
#include "cpn/net/model.h"
#include "cpn/values/value.h"

namespace cpn::lua {

struct ModelState;

struct Decision {
  BooleanExpression tree;
  std::vector<std::string> texts;  ///< of the conditions, each on one line
};

/// A function that the language has put together: of `when(c, a, b)`, b depends on `not c`.
struct Made {
  enum class Kind : std::uint8_t { kWritten, kNot, kAnd };
  Kind kind = Kind::kWritten;
  std::vector<FunctionId> operands;  ///< kNot: one; kAnd: two
};

class Conditions {
 public:
  /// The model must outlive it.
  explicit Conditions(ModelState* model) : m_(model) {}
  ~Conditions();
  Conditions(const Conditions&) = delete;
  Conditions& operator=(const Conditions&) = delete;

  /// What the guard `function` is made of.
  const Decision& Of(FunctionId function) { return Find(function).decision; }
  /// What the language has made `function` of.
  Made MadeOf(FunctionId function) const;
  /// Is a condition of it true of these arguments? Throws ModelError when it fails, which a
  /// condition may where the guard does not come to evaluate it.
  bool Test(FunctionId function, std::uint32_t condition, std::span<const Value> arguments);

 private:
  struct Split {
    Decision decision;
    std::vector<LuaReference> functions;  ///< by condition
    bool owned = false;                   ///< the functions are ours, not the guard's own
  };

  const Split& Find(FunctionId function);
  Split Make(FunctionId function);
  std::string ExpressionOf(FunctionId function);

  ModelState* m_;
  std::map<FunctionId, Split> splits_;
};

}  // namespace cpn::lua
