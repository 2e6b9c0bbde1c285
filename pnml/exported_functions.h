// Functions of a transition's inscriptions as terms and conditions. Internal to pnml/.
//
// Invariant: what is written has been compared with what the function yields, for every binding of
// the variables that it reads.
// Thread safety: none; as the model.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "cpn/engine/compiled_pattern.h"
#include "pnml/function_table.h"

namespace pnml {

class ExportedFunctions {
 public:
  /// All must outlive it.
  ExportedFunctions(cpn::lua::LuaModel& model, const cpn::Transition& transition,
                    ExportedSorts& sorts, TransitionVariables& variables)
      : model_(model), transition_(transition), sorts_(sorts), variables_(variables) {}

  // Terms may need new variables; what ties these to others is appended to `conditions`. All throw
  // Refusal.

  /// The guard or condition.
  Term Condition(cpn::FunctionId function);
  /// That the variable has the colour that `function` computes.
  Term Let(std::uint32_t variable, cpn::FunctionId function);
  /// The colour of `set` that `function` computes.
  Term Colour(cpn::FunctionId function, cpn::ColourSetId set, std::vector<Term>& conditions);
  /// The colour that a pattern is; `builds`: it must be one of `set`, whatever its variables are.
  Term PatternColour(const cpn::Pattern& pattern, cpn::ColourSetId set, bool builds,
                     std::vector<Term>& conditions);
  /// A computed multi-set that is the same for all bindings but for one token of each of some
  /// variables, which are not in it.
  std::optional<Term> Difference(cpn::FunctionId function, cpn::ColourSetId set);

  /// Whether `function`, a condition, holds for these arguments.
  bool Test(cpn::FunctionId function, std::span<const cpn::Value> arguments);
  /// The multi-set that `function` yields for these arguments.
  cpn::MultiSet Tokens(cpn::FunctionId function, cpn::ColourSetId set,
                       std::span<const cpn::Value> arguments);
  std::vector<Column> ColumnsOf(const std::vector<std::uint32_t>& variables);
  /// Whether an inscription can be evaluated for these values of the variables: not when a guard
  /// that reads none but these forbids them.
  bool IsPossible(const std::vector<std::uint32_t>& variables, std::span<const cpn::Value> row);

 private:
  cpn::Value Compute(cpn::FunctionId function, cpn::ColourSetId set,
                     std::span<const cpn::Value> arguments);
  /// What `compute` yields in each row that is possible; something in each other one.
  std::vector<cpn::Value> ValuesOf(
      const std::vector<std::uint32_t>& variables, const std::vector<Column>& columns,
      SortIndex sort, const std::function<cpn::Value(std::span<const cpn::Value>)>& compute);
  /// The term of `sort` whose value is that of `values` in each row of `columns`.
  Term TermOf(const std::vector<Column>& columns, const std::vector<cpn::Value>& values,
              SortIndex sort, std::vector<Term>& conditions);
  /// A variable or step that has these values; nothing when there is none.
  std::optional<Term> Simple(const std::vector<Column>& columns,
                             const std::vector<cpn::Value>& values, SortIndex sort);
  /// That `variable` has the value of the row.
  Term Tie(const std::vector<Column>& columns, const std::vector<cpn::Value>& values,
           const Term& variable);
  /// Does `condition` say in each row what the table says?
  bool Agrees(const Term& condition, const TruthTable& table);

  cpn::lua::LuaModel& model_;
  const cpn::Transition& transition_;
  ExportedSorts& sorts_;
  TransitionVariables& variables_;
};

}  // namespace pnml
