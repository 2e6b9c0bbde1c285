#include "cpn/lua/run/conditions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "cpn/lua/language/function.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/text/lexer.h"
#include "cpn/lua/text/scope.h"

namespace cpn::lua {
namespace {

/// Lua has at most 200 local variables in a function.
constexpr std::size_t kMaxUpvalues = 190;

/// Lua wants a string for the names of upvalues that are none of the source's.
bool IsName(std::string_view name) { return !name.empty() && name[0] != '(' && name != "_ENV"; }

std::vector<std::string> UpvalueNames(lua_State* L, int index) {
  std::vector<std::string> names;
  for (int i = 1; const char* name = lua_getupvalue(L, index, i); ++i) {
    lua_pop(L, 1);
    names.emplace_back(name);
  }
  return names;
}

/// Pushes the function of `text` that shares the upvalues of the one at `guard`. False, with
/// nothing pushed, when Lua refuses it.
bool PushCondition(lua_State* L, int guard, const std::string& text,
                   const std::vector<std::string>& parameters,
                   const std::vector<std::string>& upvalues, const std::string& name) {
  std::vector<std::string> locals;
  for (const std::string& upvalue : upvalues) {
    if (IsName(upvalue)) locals.push_back(upvalue);
  }
  const std::string before =
      fmt::format("{}return function({}) return ",
                  locals.empty() ? "" : fmt::format("local {} ", fmt::join(locals, ",")),
                  fmt::join(parameters, ","));
  if (StateOf(L).LoadText(L, before, text, "\nend", name)) return false;
  lua_call(L, 0, 1);
  const std::vector<std::string> own = UpvalueNames(L, lua_gettop(L));
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t k = 0; k < upvalues.size(); ++k) {
      if (own[i] != upvalues[k]) continue;
      lua_upvaluejoin(L, -1, static_cast<int>(i + 1), guard, static_cast<int>(k + 1));
    }
  }
  return true;
}

/// Does the guard see each name that the expression reads? Lua folds local constants, which are
/// then no upvalues.
bool SeesAll(const std::string& expression, const std::vector<std::string>& parameters,
             const std::vector<std::string>& upvalues, lua_State* L, int guard) {
  const auto has = [](const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto env = std::find(upvalues.begin(), upvalues.end(), "_ENV");
  for (const FreeName& free : AnalyseExpression(Tokenise(expression)).free_names) {
    if (has(parameters, free.name) || has(upvalues, free.name)) continue;
    if (env == upvalues.end()) return false;
    lua_getupvalue(L, guard, static_cast<int>(env - upvalues.begin()) + 1);
    lua_getfield(L, -1, std::string(free.name).c_str());  // fails for an unknown name
    const bool known = !lua_isnil(L, -1);
    lua_pop(L, 2);
    if (!known) return false;
  }
  return true;
}

}  // namespace

Conditions::~Conditions() {
  for (const auto& [function, split] : splits_) {
    if (!split.owned) continue;
    for (const LuaReference reference : split.functions) {
      luaL_unref(m_->lua.get(), LUA_REGISTRYINDEX, reference);
    }
  }
}

const Conditions::Split& Conditions::Find(FunctionId function) {
  const auto known = splits_.find(function);
  if (known != splits_.end()) return known->second;
  return splits_.emplace(function, Make(function)).first->second;
}

/// The expression that the guard yields the value of; empty when it does more than that.
std::string Conditions::ExpressionOf(FunctionId function) {
  const FunctionBody& body = m_->bodies[function];
  if (body.is_expression) return m_->model.functions[function].text;
  std::string expression;
  m_->lua.Protect([&](lua_State* L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, body.function);
    const SourceFile* file = nullptr;
    const FunctionText* const text = FunctionInFile(L, lua_gettop(L), file);
    if (text == nullptr) return;
    const std::string_view inside =
        file->text().substr(text->body_begin, text->body_end - text->body_begin);
    const std::vector<Token> tokens = Tokenise(inside);
    if (tokens.size() < 3 || !tokens[0].Is("return")) return;
    const Token& last = tokens[tokens.size() - 2];
    const std::size_t end = last.Is(";") ? last.offset : last.offset + last.text.size();
    expression = inside.substr(tokens[1].offset, end - tokens[1].offset);
  });
  return expression;
}

Conditions::Split Conditions::Make(FunctionId function) {
  const FunctionBody& body = m_->bodies[function];
  const Function& declared = m_->model.functions[function];
  Split whole;
  whole.decision.texts = {declared.text};
  whole.functions = {body.function};
  if (body.kind != FunctionBody::Kind::kLua) return whole;
  const std::string expression = ExpressionOf(function);
  if (expression.empty()) return whole;
  ConditionTexts conditions = SplitConditions(expression);
  if (conditions.texts.size() == 1 && conditions.tree.kind == BooleanExpression::Kind::kCondition) {
    return whole;
  }
  Split split;
  split.decision.tree = std::move(conditions.tree);
  split.owned = true;
  bool all = true;
  try {
    m_->lua.Protect([&](lua_State* L) {
      lua_rawgeti(L, LUA_REGISTRYINDEX, body.function);
      const int guard = lua_gettop(L);
      const std::vector<std::string> upvalues = UpvalueNames(L, guard);
      const std::vector<std::string> parameters = ParameterNames(L, guard);
      all = upvalues.size() <= kMaxUpvalues && SeesAll(expression, parameters, upvalues, L, guard);
      for (const std::string& text : conditions.texts) {
        all = all && PushCondition(L, guard, text, parameters, upvalues, "@" + declared.where.file);
        if (!all) break;
        split.functions.push_back(luaL_ref(L, LUA_REGISTRYINDEX));
        split.decision.texts.push_back(OneLine(text));
      }
    });
  } catch (const ModelError&) {
    all = false;
  }
  return all ? std::move(split) : std::move(whole);
}

Made Conditions::MadeOf(FunctionId function) const {
  const FunctionBody& body = m_->bodies[function];
  Made made;
  if (body.kind == FunctionBody::Kind::kNot) made.kind = Made::Kind::kNot;
  if (body.kind == FunctionBody::Kind::kAnd) made.kind = Made::Kind::kAnd;
  if (made.kind == Made::Kind::kWritten) return made;
  for (const FunctionBody::Operand& operand : body.operands) {
    made.operands.push_back(operand.function);
  }
  return made;
}

bool Conditions::Test(FunctionId function, std::uint32_t condition,
                      std::span<const Value> arguments) {
  const Split& split = Find(function);
  const Evaluating evaluating(m_);
  bool holds = false;
  m_->lua.Protect([&](lua_State* L) {
    luaL_checkstack(L, static_cast<int>(arguments.size()) + 4, "too many variables");
    lua_rawgeti(L, LUA_REGISTRYINDEX, split.functions[condition]);
    for (const Value value : arguments) m_->converter.Push(L, value);
    lua_call(L, static_cast<int>(arguments.size()), 1);
    holds = lua_toboolean(L, -1);
    m_->shared.LookAfter(L, m_->bodies[function].function);
  });
  return holds;
}

}  // namespace cpn::lua
