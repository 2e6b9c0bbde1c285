#include "cpn/lua/language/parameter_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/text/suggest.h"

namespace cpn::lua {
namespace {

int Param(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a param");
  ParameterDeclaration parameter;
  parameter.where = m.lua.Blame(L);
  if (lua_isboolean(L, 1)) {
    parameter.default_value = lua_toboolean(L, 1) != 0;
  } else if (lua_isinteger(L, 1)) {
    parameter.default_value = static_cast<std::int64_t>(lua_tointeger(L, 1));
  } else if (lua_type(L, 1) == LUA_TSTRING) {
    parameter.default_value = StringAt(L, 1, "param");
  } else {
    m.lua.Fail(L, fmt::format("the default of a param is an integer, a boolean or a string, not {}",
                              Describe(L, 1)));
  }
  if (lua_gettop(L) >= 2) {
    const bool integer = std::holds_alternative<std::int64_t>(parameter.default_value);
    TableReader options(L, 2, "param");
    if (integer && options.Push("min")) parameter.low = IntegerAt(L, -1, "param: min");
    if (integer && options.Push("max")) parameter.high = IntegerAt(L, -1, "param: max");
    if (options.Push("doc")) parameter.doc = StringAt(L, -1, "param: doc");
    options.RefuseOthers();
  }
  m.loading->parameter_declarations.push_back(std::move(parameter));
  const auto id = static_cast<std::uint32_t>(m.loading->parameter_declarations.size() - 1);
  PushHandle(L, {HandleKind::kParameter, id, 0, HereOf(L)});
  return 1;
}

using ParameterValue = std::variant<bool, std::int64_t, std::string>;

std::string ParameterText(const ParameterValue& value) {
  if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const std::int64_t* i = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *i);
  return std::get<std::string>(value);
}

/// `text` as a value of the same type as the default.
std::optional<ParameterValue> ParseParameter(const ParameterValue& like, const std::string& text) {
  if (std::holds_alternative<std::string>(like)) return text;
  if (std::holds_alternative<bool>(like)) {
    if (text != "true" && text != "false") return std::nullopt;
    return text == "true";
  }
  std::int64_t i = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), i);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return i;
}

std::string_view TypeText(const ParameterValue& value) {
  return std::holds_alternative<bool>(value)           ? "true or false"
         : std::holds_alternative<std::int64_t>(value) ? "an integer"
                                                       : "a string";
}

/// Are the bounds kept? Throws ModelError naming the range otherwise.
void CheckParameterBounds(const ParameterDeclaration& parameter, std::string_view option,
                          const std::string& name, const ParameterValue& value,
                          const SourceLocation& where) {
  const std::int64_t* i = std::get_if<std::int64_t>(&value);
  if (!i) return;
  if ((!parameter.low || *i >= *parameter.low) && (!parameter.high || *i <= *parameter.high)) {
    return;
  }
  std::string allowed;
  if (parameter.low) allowed += fmt::format("at least {}", *parameter.low);
  if (parameter.low && parameter.high) allowed += " and ";
  if (parameter.high) allowed += fmt::format("at most {}", *parameter.high);
  throw ModelError(where, fmt::format("{}{}={}: param {} is {}", option, name, *i, name, allowed));
}

}  // namespace

void PushParameterValue(lua_State* L, const Handle& handle, const std::string& name) {
  ModelState& m = ModelOf(L);
  ParameterDeclaration& parameter = m.loading->parameter_declarations[handle.a];
  const SourceLocation where = m.sources.Name(parameter.where, name);
  if (parameter.named) throw ModelError(where, fmt::format("this param has its name already"));
  parameter.named = true;
  if (const auto [other, fresh] = m.loading->parameter_names.emplace(name, where); !fresh) {
    throw ModelError(where, fmt::format("param {} is declared already, in line {} of {}", name,
                                        other->second.line, other->second.file));
  }
  ParameterValue value = parameter.default_value;
  CheckParameterBounds(parameter, "", name, value, where);
  if (const auto given = m.loading->options.parameters.find(name);
      given != m.loading->options.parameters.end()) {
    const auto parsed = ParseParameter(value, given->second);
    if (!parsed) {
      throw ModelError(where, fmt::format("-D {}={}: param {} is {}", name, given->second, name,
                                          TypeText(value)));
    }
    value = *parsed;
    CheckParameterBounds(parameter, "-D ", name, value, where);
  }
  m.loading->named_parameters[handle.a] = {
      name, ParameterText(value), ParameterText(parameter.default_value), parameter.doc, where};
  if (const bool* b = std::get_if<bool>(&value)) {
    lua_pushboolean(L, *b);
  } else if (const std::int64_t* i = std::get_if<std::int64_t>(&value)) {
    lua_pushinteger(L, *i);
  } else {
    const auto& text = std::get<std::string>(value);
    lua_pushlstring(L, text.data(), text.size());
  }
}

void FinishParameters(lua_State* L) {
  ModelState& m = ModelOf(L);
  std::vector<std::string> known;
  for (const auto& [index, parameter] : m.loading->named_parameters) {
    m.loading->parameters.push_back(parameter);
    known.push_back(parameter.name);
  }
  for (const auto& [name, value] : m.loading->options.parameters) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw ModelError({m.sources.files().front()->name(), 0, 0},
                     fmt::format("-D {}={}: the model has no param {}{}", name, value, name,
                                 Alternatives(name, known)));
  }
}

void OpenParameterLibrary(lua_State* L) {
  AddToLibrary(L, {"param", Guarded<Param>, Use::kDeclaring});
}

}  // namespace cpn::lua
