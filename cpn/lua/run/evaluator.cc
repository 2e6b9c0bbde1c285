#include "cpn/lua/run/evaluator.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kLongestValue = 1000;  // in messages

bool DependsOn(const ListExpression& expression, std::uint32_t argument) {
  if (expression.kind == ListExpression::Kind::kArgument) return expression.argument == argument;
  return std::ranges::any_of(expression.operands, [&](const ListExpression& operand) {
    return DependsOn(operand, argument);
  });
}

}  // namespace

template <typename UseResult>
void LuaEvaluator::Call(FunctionId function, std::span<const Value> arguments, UseResult&& use) {
  const Evaluating evaluating(m_);
  const int reference = m_->bodies[function].function;
  try {
    m_->lua.Protect([&](lua_State* L) {
      luaL_checkstack(L, static_cast<int>(arguments.size()) + 4, "too many variables");
      lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
      for (Value v : arguments) m_->converter.Push(L, v);
      lua_call(L, static_cast<int>(arguments.size()), 1);
      use(L);
      m_->shared.LookAfter(L, reference);
    });
  } catch (const ModelError& e) {
    throw Blame(e, function, arguments);
  }
}

bool LuaEvaluator::Test(FunctionId function, std::span<const Value> arguments) {
  const FunctionBody& body = m_->bodies[function];
  if (body.kind == FunctionBody::Kind::kNot) {
    return !Test(body.operands[0].function, arguments);
  }
  if (body.kind == FunctionBody::Kind::kAnd) {
    for (const FunctionBody::Operand& operand : body.operands) {
      if (!Test(operand.function, Select(arguments, operand))) return false;
    }
    return true;
  }
  bool holds = false;
  Call(function, arguments, [&](lua_State* L) { holds = TruthAt(L, -1, "a condition"); });
  return holds;
}

Value LuaEvaluator::Compute(FunctionId function, std::span<const Value> arguments,
                            ColourSetId type) {
  const FunctionBody& body = m_->bodies[function];
  if (body.list_expression) {
    try {
      return Evaluate(*body.list_expression, arguments, m_->values);
    } catch (const ModelError& e) {
      throw Blame(e, function, arguments);
    }
  }
  if (body.kind == FunctionBody::Kind::kTemplate) {
    Value v;
    try {
      v = Build(body, body.pattern, arguments);
    } catch (const ModelError& e) {
      if (e.where().line > 0) throw;  // of a part, which has said what it was called with
      throw Blame(e, function, arguments);
    }
    if (m_->colour_sets.Contains(type, v, *this)) return v;
    const ModelError error({}, fmt::format("{} is not a colour of {}: {}", m_->values.Format(v),
                                           m_->model.colour_sets[type].name,
                                           DescribeColours(m_->model.colour_sets, type)));
    throw Blame(error, function, arguments);
  }
  Value result;
  Call(function, arguments, [&](lua_State* L) {
    if (lua_isnil(L, -1)) {
      throw ModelError({}, fmt::format("this yields nothing (nil) where a colour of {} is needed; "
                                       "when(...) makes an inscription conditional, each(...) "
                                       "yields any number of colours",
                                       m_->model.colour_sets[type].name));
    }
    result = m_->converter.ToColour(L, -1, type);
  });
  return result;
}

/// insert() puts a colour before the first that is greater: the same list in any order.
bool LuaEvaluator::InsertsInto(FunctionId function, std::uint32_t argument) const {
  const auto& body = m_->bodies[function].list_expression;
  if (!body || body->kind != ListExpression::Kind::kInsert) return false;
  const ListExpression& list = body->operands[0];
  return list.kind == ListExpression::Kind::kArgument && list.argument == argument &&
         !DependsOn(body->operands[1], argument);
}

void LuaEvaluator::ComputeMultiSet(FunctionId function, std::span<const Value> arguments,
                                   ColourSetId type, std::vector<MultiSetEntry>& out) {
  Call(function, arguments, [&](lua_State* L) {
    if (lua_type(L, -1) != LUA_TTABLE) {
      throw ModelError({}, fmt::format("each(...) yields a list of colours of {}, {{}} for none, "
                                       "not {}",
                                       m_->model.colour_sets[type].name, Describe(L, -1)));
    }
    const int list = lua_gettop(L);
    const auto size = static_cast<lua_Integer>(lua_rawlen(L, list));
    for (lua_Integer i = 1; i <= size; ++i) {
      lua_rawgeti(L, list, i);
      out.push_back({m_->converter.ToColour(L, -1, type), 1});
      lua_pop(L, 1);
    }
  });
}

std::vector<Value> LuaEvaluator::Select(std::span<const Value> arguments,
                                        const FunctionBody::Operand& operand) {
  std::vector<Value> selected;
  selected.reserve(operand.arguments.size());
  for (std::uint32_t i : operand.arguments) selected.push_back(arguments[i]);
  return selected;
}

Value LuaEvaluator::Build(const FunctionBody& body, const Pattern& pattern,
                          std::span<const Value> arguments) {
  if (pattern.kind == PatternKind::kConstant) return pattern.constant;
  if (pattern.kind == PatternKind::kVariable) {
    if (!(pattern.variable & kComputedPart)) return arguments[pattern.variable];
    const FunctionBody::Operand& operand = body.operands[pattern.variable & ~kComputedPart];
    return Compute(operand.function, Select(arguments, operand), operand.type);
  }
  std::vector<Value> parts;
  for (const Pattern& child : pattern.children) parts.push_back(Build(body, child, arguments));
  switch (pattern.kind) {
    case PatternKind::kTuple:
      return m_->values.Tuple(parts);
    case PatternKind::kList:
      return m_->values.List(parts);
    case PatternKind::kCons: {
      const std::span<const Value> rest = m_->values.Elements(parts[1]);
      parts.pop_back();
      parts.insert(parts.end(), rest.begin(), rest.end());
      return m_->values.List(parts);
    }
    case PatternKind::kRecord: {
      std::vector<std::pair<std::string, Value>> fields;
      for (std::size_t i = 0; i < parts.size(); ++i)
        fields.emplace_back(pattern.names[i], parts[i]);
      return m_->values.Record(fields);
    }
    default:
      return m_->values.Union(pattern.names[0], parts.empty() ? m_->values.Unit() : parts[0]);
  }
}

ModelError LuaEvaluator::Blame(const ModelError& error, FunctionId function,
                               std::span<const Value> arguments) const {
  const Function& declared = m_->model.functions[function];
  std::string message = error.message();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string value = m_->values.Format(arguments[i]);
    if (value.size() > kLongestValue) value = value.substr(0, kLongestValue) + "...";
    message += fmt::format("{}{} = {}", i == 0 ? ", with " : ", ", declared.parameters[i], value);
  }
  return ModelError(error.where().line > 0 ? error.where() : declared.where, message);
}

}  // namespace cpn::lua
