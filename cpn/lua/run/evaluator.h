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

#include "cpn/lua/run/function_body.h"
#include "cpn/net/pattern.h"
#include "cpn/values/evaluator.h"

namespace cpn::lua {

struct ModelState;

class LuaEvaluator final : public Evaluator {
 public:
  explicit LuaEvaluator(ModelState* model) : m_(model) {}

  bool Test(FunctionId function, std::span<const Value> arguments) override;
  Value Compute(FunctionId function, std::span<const Value> arguments, ColourSetId type) override;
  void ComputeMultiSet(FunctionId function, std::span<const Value> arguments, ColourSetId type,
                       std::vector<MultiSetEntry>& out) override;
  bool InsertsInto(FunctionId function, std::uint32_t argument) const override;

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
