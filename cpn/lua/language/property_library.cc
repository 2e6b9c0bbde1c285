// The part of the language that states properties: property, NF, AF and the ASK-CTL operators. They
// make formula trees (cpn/ctl/formula.h); the sort of every operand is checked here.
#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/inscription.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"
#include "cpn/lua/text/suggest.h"
#include "cpn/net/inscription.h"

namespace cpn::lua {
namespace {

using ctl::Formula;
using ctl::Operator;
using ctl::Sort;

struct OperatorShape {
  Operator op;
  int least;  ///< operands; for kAnd and kOr there may be more
};

constexpr OperatorShape kOperators[] = {
    {Operator::kNot, 1},        {Operator::kAnd, 2},         {Operator::kOr, 2},
    {Operator::kPos, 1},        {Operator::kInv, 1},         {Operator::kEv, 1},
    {Operator::kAlong, 1},      {Operator::kExistUntil, 2},  {Operator::kForallUntil, 2},
    {Operator::kExistNext, 1},  {Operator::kForallNext, 1},  {Operator::kModal, 1},
    {Operator::kExistModal, 2}, {Operator::kForallModal, 2},
};

/// A tree beyond these is a runaway loop; what checks it goes down it by recursion.
constexpr std::size_t kMostOperators = 10'000;
constexpr std::size_t kDeepestFormula = 200;
/// Of all properties.
constexpr std::size_t kMostOperatorsInAll = 1'000'000;

int PushFormula(lua_State* L, Formula formula, std::vector<std::uint32_t> operands = {}) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a formula");
  FormulaDeclaration made;
  for (const std::uint32_t operand : operands) {
    made.operators += m.loading->formulas[operand].operators;
    made.depth = std::max(made.depth, m.loading->formulas[operand].depth + 1);
  }
  if (made.operators > kMostOperators || made.depth > kDeepestFormula) {
    m.lua.Fail(L, fmt::format("a formula has at most {} operators, nested at most {} deep",
                              kMostOperators, kDeepestFormula));
  }
  made.formula = std::move(formula);
  made.formula.where = m.lua.Blame(L);
  made.operands = std::move(operands);
  m.loading->formulas.push_back(std::move(made));
  PushHandle(L, {HandleKind::kFormula, static_cast<std::uint32_t>(m.loading->formulas.size() - 1),
                 0, HereOf(L)});
  return 1;
}

/// The whole tree.
Formula Build(const ModelState& m, std::uint32_t index) {
  Formula formula = m.loading->formulas[index].formula;
  for (const std::uint32_t operand : m.loading->formulas[index].operands) {
    formula.operands.push_back(Build(m, operand));
  }
  return formula;
}

/// Index into ModelState::formulas.
std::uint32_t FormulaAt(lua_State* L, int index, std::string_view what) {
  ModelState& m = ModelOf(L);
  if (const Handle* handle = HandleAt(L, index, HandleKind::kFormula)) return handle->a;
  m.lua.FailAt(L, what,
               fmt::format("{} takes formulas, such as NF(function(M) ... end), not {}", what,
                           Describe(L, index)));
}

std::string_view SortText(Sort sort) { return sort == Sort::kArc ? "about arcs" : "about states"; }

[[noreturn]] void FailSort(lua_State* L, std::string_view what, Sort sort, Sort needed) {
  StateOf(L).FailAt(L, what,
                    fmt::format("{} takes a formula {} here, and this one is {}; MODAL "
                                "makes one of the other",
                                what, SortText(needed), SortText(sort)));
}

void RequireSort(lua_State* L, std::string_view what, Sort sort, Sort needed) {
  if (sort != Sort::kEither && sort != needed) FailSort(L, what, sort, needed);
}

/// Do the operands fit their places?
void CheckSorts(lua_State* L, Operator op, const std::vector<Sort>& sorts) {
  if (op == Operator::kExistModal || op == Operator::kForallModal) {
    RequireSort(L, NameOf(op), sorts[0], Sort::kArc);
    RequireSort(L, NameOf(op), sorts[1], Sort::kState);
    return;
  }
  Sort common = Sort::kEither;
  for (Sort sort : sorts) {
    if (common == Sort::kEither) common = sort;
    RequireSort(L, NameOf(op), sort, common);
  }
}

template <std::size_t kIndex>
int Apply(lua_State* L) {
  const OperatorShape& shape = kOperators[kIndex];
  const int count = lua_gettop(L);
  const bool many = shape.op == Operator::kAnd || shape.op == Operator::kOr;
  if (count < shape.least || (count > shape.least && !many)) {
    StateOf(L).FailAt(
        L, NameOf(shape.op),
        fmt::format("{} takes {}{} formula{}, not {}", NameOf(shape.op), shape.least,
                    many ? " or more" : "", shape.least == 1 && !many ? "" : "s", count));
  }
  Formula made;
  made.op = shape.op;
  std::vector<std::uint32_t> operands;
  std::vector<Sort> sorts;
  for (int i = 1; i <= count; ++i) {
    operands.push_back(FormulaAt(L, i, NameOf(shape.op)));
    sorts.push_back(LoadingOf(L).formulas[operands.back()].formula.sort);
  }
  CheckSorts(L, shape.op, sorts);
  made.sort = ctl::SortOf(shape.op, sorts);
  return PushFormula(L, std::move(made), std::move(operands));
}

int StateFunction(lua_State* L) {
  ModelState& m = ModelOf(L);
  if (lua_type(L, 1) != LUA_TFUNCTION || lua_iscfunction(L, 1) || lua_gettop(L) != 1 ||
      ParameterNames(L, 1).size() != 1) {
    m.lua.FailAt(L, "NF", "NF takes a function of the marking: NF(function(M) return ... end)");
  }
  Hook hook;
  hook.where = FunctionLocation(L, 1);
  lua_pushvalue(L, 1);
  hook.function = luaL_ref(L, LUA_REGISTRYINDEX);
  m.loading->state_functions.push_back(std::move(hook));
  Formula made;
  made.op = Operator::kStateFunction;
  made.state_function = static_cast<ctl::StateFunctionId>(m.loading->state_functions.size() - 1);
  made.sort = Sort::kState;
  return PushFormula(L, std::move(made));
}

/// AF(transition [, { variable = value }])
int ArcPattern(lua_State* L) {
  ModelState& m = ModelOf(L);
  const Handle* handle = HandleAt(L, 1, HandleKind::kTransition);
  if (!handle || lua_gettop(L) > 2) {
    m.lua.FailAt(L, "AF",
                 fmt::format("AF takes a transition, and values of its variables: "
                             "AF(Module.Transition, {{ v = ... }}), not {}",
                             Describe(L, 1)));
  }
  Formula made;
  made.op = Operator::kArcPattern;
  made.sort = Sort::kArc;
  ctl::ArcPattern& pattern = made.arc_pattern;
  pattern.module = handle->a;
  pattern.transition = handle->b;
  const TransitionDeclaration& transition = m.model.modules[handle->a].transitions[handle->b];
  if (!lua_isnoneornil(L, 2)) {
    ForEachField(L, 2, "AF", [&](const std::string& name, int index) {
      const auto variable = cpn::FindVariable(transition, name);
      if (!variable) {
        std::vector<std::string> known;
        for (const Variable& v : transition.variables) known.push_back(v.name);
        m.lua.FailAt(L, name,
                     fmt::format("AF: {} is not a variable of transition {}{}", name,
                                 transition.name, Alternatives(name, known)));
      }
      pattern.values.emplace_back(*variable,
                                  ConstantAt(L, index, transition.variables[*variable].type, name));
    });
  }
  std::sort(pattern.values.begin(), pattern.values.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return PushFormula(L, std::move(made));
}

/// The second half of property "name" (formula); the name is an upvalue.
int DeclarePropertyFormula(lua_State* L) {
  ModelState& m = ModelOf(L);
  RequireLoading(L, "a property");
  const std::string name = lua_tostring(L, lua_upvalueindex(1));
  const SourceLocation where = m.sources.Text(m.lua.Blame(L), "property");
  const std::uint32_t index = FormulaAt(L, 1, "property");
  const FormulaDeclaration& formula = m.loading->formulas[index];
  if (formula.formula.sort == Sort::kArc) {
    throw ModelError(where,
                     fmt::format("property \"{}\" is about an arc, and the model begins in a "
                                 "state; say where the arc is: MODAL(...), POS(...), ...",
                                 name));
  }
  if (const auto [other, fresh] = m.loading->property_names.emplace(name, where); !fresh) {
    throw ModelError(where, fmt::format("property \"{}\" is declared already, in line {} of {}",
                                        name, other->second.line, other->second.file));
  }
  m.loading->property_operators += formula.operators;
  if (m.loading->property_operators > kMostOperatorsInAll) {
    throw ModelError(where, fmt::format("the properties have more than {} operators in all",
                                        kMostOperatorsInAll));
  }
  m.loading->properties.push_back({name, Build(m, index), where});
  return 0;
}

int DeclareProperty(lua_State* L) {
  RequireLoading(L, "a property");
  if (lua_type(L, 1) != LUA_TSTRING || lua_rawlen(L, 1) == 0) {
    StateOf(L).FailAt(L, "property",
                      fmt::format("a property has a name in a string, property "
                                  "\"name\" (formula), not {}",
                                  Describe(L, 1)));
  }
  lua_settop(L, 1);
  lua_pushcclosure(L, Guarded<DeclarePropertyFormula>, 1);
  return 1;
}

template <std::size_t... kIndices>
void AddOperators(lua_State* L, std::index_sequence<kIndices...>) {
  (AddToLibrary(
       L, {NameOf(kOperators[kIndices].op).data(), Guarded<Apply<kIndices>>, Use::kDeclaring}),
   ...);
}

void AddConstant(lua_State* L, const char* name, Operator op) {
  Formula constant;
  constant.op = op;
  PushFormula(L, std::move(constant));
  AddToLibrary(L, name, Use::kDeclaring);
}

}  // namespace

void OpenPropertyLibrary(lua_State* L) {
  AddOperators(L, std::make_index_sequence<std::size(kOperators)>());
  AddConstant(L, "TT", Operator::kTrue);
  AddConstant(L, "FF", Operator::kFalse);
  AddToLibrary(L, {"NF", Guarded<StateFunction>, Use::kDeclaring});
  AddToLibrary(L, {"AF", Guarded<ArcPattern>, Use::kDeclaring});
  AddToLibrary(L, {"property", Guarded<DeclareProperty>, Use::kDeclaring});
}

}  // namespace cpn::lua
