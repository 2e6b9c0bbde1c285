// Functions of the model from what its designer wrote: a Lua function, whose parameter names say
// which CPN variables it reads; an expression in a string, whose free names do; and what is put
// together from these.
//
// All of them are called by the functions of the language while the model loads, and throw
// ModelError for names that are no variables, syntax errors, and so on.
#pragma once

#include <lua.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpn/lua/language/loading.h"

namespace cpn::lua {

/// The function at `index`, over variables visible in the current module.
FunctionId AddFunction(lua_State* L, int index);
/// A Lua expression over variables visible in the current module; `where` is the line that holds
/// it. It may be the end of a longer text `whole` that stands there.
FunctionId AddExpression(lua_State* L, std::string_view text, const SourceLocation& where,
                         std::string_view whole = {});
/// The function at `index` as a predicate with one parameter of any name.
FunctionId AddPredicate(lua_State* L, int index);
/// Function, expression handle or text at `index`. Throws ModelError, blaming the running line,
/// when something else is there; `what` names it ("a guard").
FunctionId AddCondition(lua_State* L, int index, std::string_view what);
/// Function, expression handle or text at `index` that computes a colour of `type`. Throws
/// ModelError, blaming the running line, when something else is there; `what` names it.
FunctionId AddComputation(lua_State* L, int index, std::string_view what, ColourSetId type);
/// Has `function`, which computes a colour of `type`, evaluated without Lua if that can be done.
void Translate(lua_State* L, FunctionId function, ColourSetId type);

FunctionId AddNot(ModelState& m, FunctionId operand);
FunctionId AddAnd(ModelState& m, FunctionId a, FunctionId b);
/// Builds `pattern`, which numbers variables by Loading::variables and computed parts by
/// `parts`.
FunctionId AddTemplate(ModelState& m, const Pattern& pattern,
                       const std::vector<std::pair<FunctionId, ColourSetId>>& parts,
                       std::string text, const SourceLocation& where);

/// `w == rest` with a variable w that the rest does not read: what a guard must be to bind w.
struct Equality {
  std::uint32_t variable = 0;
  std::string rest;
};
std::optional<Equality> AsEquality(lua_State* L, std::string_view text);

/// The names of the parameters of the function at `index`. Throws ModelError for `...`.
std::vector<std::string> ParameterNames(lua_State* L, int index);
/// Where the function at `index` begins.
SourceLocation FunctionLocation(lua_State* L, int index);
/// The function at `index` in the text of its file, which `file` then is; null when it stands in no
/// file, or cannot be told from others.
const FunctionText* FunctionInFile(lua_State* L, int index, const SourceFile*& file);
/// Its text for a drawing: of `function(x) return E end` only E.
std::string FunctionTextOf(lua_State* L, int index);
/// The variable of that name that the current module sees; nothing when there is none.
std::optional<std::uint32_t> FindVariable(lua_State* L, std::string_view name);
/// All variables that the current module sees, by name.
std::vector<std::string> VariableNames(lua_State* L);

}  // namespace cpn::lua
