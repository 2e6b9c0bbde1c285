// The Evaluator of a Lua model: runs inscriptions by id. Most are Lua functions; some are put
// together here (the otherwise-part of `when`, a tuple with one computed component).
//
// Invariant: an evaluation enters Lua at most once and builds no string unless it fails.
// Thread safety: as its LuaModel.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpn/lua/run/list_expression.h"
#include "cpn/net/pattern.h"
#include "cpn/values/evaluator.h"

namespace cpn::lua {

struct ModelState;

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
  /// What the parameters are: indices into ModelState::variables; empty for a subset's predicate.
  std::vector<std::uint32_t> variables;
};

class LuaEvaluator final : public Evaluator {
 public:
  explicit LuaEvaluator(ModelState* model) : m_(model) {}

  bool Test(FunctionId function, std::span<const Value> arguments) override;
  Value Compute(FunctionId function, std::span<const Value> arguments, ColourSetId type) override;
  void ComputeMultiSet(FunctionId function, std::span<const Value> arguments, ColourSetId type,
                       std::vector<MultiSetEntry>& out) override;

 private:
  template <typename UseResult>
  void Call(FunctionId function, std::span<const Value> arguments, UseResult&& use);
  std::vector<Value> Select(std::span<const Value> arguments, const FunctionBody::Operand& operand);
  Value Build(const FunctionBody& body, const Pattern& pattern, std::span<const Value> arguments);
  /// `error` as an error of this function with these arguments.
  ModelError Blame(const ModelError& error, FunctionId function,
                   std::span<const Value> arguments) const;

  ModelState* m_;
};

}  // namespace cpn::lua
