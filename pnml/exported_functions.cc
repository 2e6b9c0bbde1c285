#include "pnml/exported_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "cpn/net/inscription.h"
#include "pnml/guard_text.h"
#include "pnml/refusal.h"

namespace pnml {
namespace {

using cpn::FunctionId;
using cpn::Value;
using Row = std::span<const Value>;

/// Runs what may fail in the model's language.
template <typename Call>
auto Run(Call&& call) {
  try {
    return call();
  } catch (const cpn::ModelError& error) {
    throw Refusal("it fails for some colours: " + error.message());
  } catch (const std::overflow_error& error) {
    throw Refusal(fmt::format("it yields {} for some colours", error.what()));
  }
}

}  // namespace

bool ExportedFunctions::Test(FunctionId function, Row arguments) {
  return Run([&] { return model_.evaluator().Test(function, arguments); });
}

Value ExportedFunctions::Compute(FunctionId function, cpn::ColourSetId set, Row arguments) {
  return Run([&] { return model_.evaluator().Compute(function, arguments, set); });
}

cpn::MultiSet ExportedFunctions::Tokens(FunctionId function, cpn::ColourSetId set, Row arguments) {
  std::vector<cpn::MultiSetEntry> entries;
  return Run([&] {
    model_.evaluator().ComputeMultiSet(function, arguments, set, entries);
    return model_.multisets().Intern(entries);
  });
}

std::vector<Column> ExportedFunctions::ColumnsOf(const std::vector<std::uint32_t>& variables) {
  std::vector<Column> columns;
  for (const std::uint32_t variable : variables) {
    columns.push_back(variables_.ColumnOf(variables_.Of(variable)));
  }
  return columns;
}

bool ExportedFunctions::IsPossible(const std::vector<std::uint32_t>& variables, Row row) {
  return std::ranges::all_of(transition_.declaration->guards, [&](FunctionId guard) {
    std::vector<Value> arguments;
    for (const std::uint32_t variable : variables_.ReadBy(guard)) {
      const auto at = std::ranges::find(variables, variable);
      if (at == variables.end()) return true;
      arguments.push_back(row[static_cast<std::size_t>(at - variables.begin())]);
    }
    return Test(guard, arguments);
  });
}

std::vector<Value> ExportedFunctions::ValuesOf(const std::vector<std::uint32_t>& variables,
                                               const std::vector<Column>& columns, SortIndex sort,
                                               const std::function<Value(Row)>& compute) {
  std::vector<std::optional<Value>> computed;
  std::optional<Value> any;
  ForEachRow(columns, [&](Row row) {
    const bool is_possible = IsPossible(variables, row);
    computed.push_back(is_possible ? std::optional(compute(row)) : std::nullopt);
    if (is_possible) any = computed.back();
  });
  std::vector<Value> values;
  for (const std::optional<Value>& value : computed) {
    if (!value && !any) any = sorts_.ColoursOf(sort).front();
    values.push_back(value ? *value : *any);
  }
  return values;
}

Term ExportedFunctions::Condition(FunctionId function) {
  TruthTable table{ColumnsOf(variables_.ReadBy(function)), {}};
  ForEachRow(table.columns, [&](Row row) { table.rows.push_back(Test(function, row)); });
  const cpn::Function& declared = model_.model().functions[function];
  const auto guess =
      GuessCondition(declared.text, declared.parameters, table.columns, sorts_, model_.values());
  return guess && Agrees(*guess, table) ? *guess : ConditionOf(table, sorts_);
}

bool ExportedFunctions::Agrees(const Term& condition, const TruthTable& table) {
  std::vector<std::size_t> numbers(table.columns.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    std::size_t rest = i;
    for (std::size_t c = numbers.size(); c-- > 0;) {
      numbers[c] = rest % table.columns[c].colours.size();
      rest /= table.columns[c].colours.size();
    }
    if (EvaluateCondition(condition, table.columns, numbers, sorts_) != (table.rows[i] != 0)) {
      return false;
    }
  }
  return true;
}

Term ExportedFunctions::Let(std::uint32_t variable, FunctionId function) {
  const std::vector<std::uint32_t> read = variables_.ReadBy(function);
  const std::vector<Column> columns = ColumnsOf(read);
  const cpn::ColourSetId set = transition_.declaration->variables[variable].type;
  const Term let = variables_.Of(variable);
  const auto values =
      ValuesOf(read, columns, let.sort, [&](Row row) { return Compute(function, set, row); });
  return Tie(columns, values, let);
}

Term ExportedFunctions::Colour(FunctionId function, cpn::ColourSetId set,
                               std::vector<Term>& conditions) {
  const std::vector<std::uint32_t> read = variables_.ReadBy(function);
  const std::vector<Column> columns = ColumnsOf(read);
  const SortIndex sort = sorts_.SortOf(set);
  const auto values =
      ValuesOf(read, columns, sort, [&](Row row) { return Compute(function, set, row); });
  return TermOf(columns, values, sort, conditions);
}

Term ExportedFunctions::TermOf(const std::vector<Column>& columns, const std::vector<Value>& values,
                               SortIndex sort, std::vector<Term>& conditions) {
  if (sorts_[sort].kind == SortKind::kProduct) {
    Term tuple;
    tuple.kind = TermKind::kTuple;
    tuple.sort = sort;
    const std::vector<SortIndex> parts = sorts_[sort].parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::vector<Value> part;
      for (const Value value : values) part.push_back(model_.values().Elements(value)[i]);
      tuple.operands.push_back(TermOf(columns, part, parts[i], conditions));
    }
    return tuple;
  }
  if (const auto simple = Simple(columns, values, sort)) return *simple;
  Term variable = variables_.Fresh(sort);
  conditions.push_back(Tie(columns, values, variable));
  return variable;
}

std::optional<Term> ExportedFunctions::Simple(const std::vector<Column>& columns,
                                              const std::vector<Value>& values, SortIndex sort) {
  if (std::ranges::count(values, values.front()) == std::ssize(values) &&
      sorts_.Contains(sort, values.front())) {
    return sorts_.Constant(values.front(), sort);
  }
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].variable.sort != sort) continue;
    const std::vector<Value>& colours = columns[c].colours;
    const bool can_step = !sorts_[sort].elements.empty();
    // The colour `distance` after the variable's, in a circle.
    for (const std::size_t distance : {std::size_t{0}, std::size_t{1}, colours.size() - 1}) {
      if (distance > 0 && !can_step) continue;
      std::size_t i = 0;
      bool agrees = true;
      ForEachRow(columns, [&](Row row) {
        const auto at =
            static_cast<std::size_t>(std::ranges::find(colours, row[c]) - colours.begin());
        agrees = agrees && colours[(at + distance) % colours.size()] == values[i++];
      });
      if (!agrees) continue;
      if (distance == 0) return columns[c].variable;
      sorts_.MakeCyclic(sort);
      Term step;
      step.kind = distance == 1 ? TermKind::kSuccessor : TermKind::kPredecessor;
      step.sort = sort;
      step.operands.push_back(columns[c].variable);
      return step;
    }
  }
  return std::nullopt;
}

Term ExportedFunctions::Tie(const std::vector<Column>& columns, const std::vector<Value>& values,
                            const Term& variable) {
  TruthTable table{columns, {}};
  table.columns.push_back(variables_.ColumnOf(variable));
  const std::size_t colours = table.columns.back().colours.size();
  std::size_t i = 0;
  ForEachRow(table.columns,
             [&](Row row) { table.rows.push_back(row.back() == values[i++ / colours]); });
  return ConditionOf(table, sorts_);
}

Term ExportedFunctions::PatternColour(const cpn::Pattern& pattern, cpn::ColourSetId set,
                                      bool builds, std::vector<Term>& conditions) {
  const cpn::CompiledPattern compiled = cpn::CompilePattern(pattern, set, *transition_.declaration,
                                                            model_.colour_sets(), model_.values());
  if (compiled.wildcard) {
    throw Refusal("the wildcard _ inside a constructor has no term in PNML; name a variable");
  }
  std::vector<std::uint32_t> variables;
  cpn::AppendVariables(pattern, variables);
  std::ranges::sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  const std::vector<Column> columns = ColumnsOf(variables);
  const SortIndex sort = sorts_.SortOf(set);
  cpn::PatternRunner runner(&model_.colour_sets(), &model_.values(), &model_.evaluator());
  std::vector<Value> all(transition_.declaration->variables.size(), model_.values().Unit());
  const auto values = ValuesOf(variables, columns, sort, [&](Row row) {
    for (std::size_t i = 0; i < row.size(); ++i) all[variables[i]] = row[i];
    cpn::PartialBinding binding;
    binding.Assign(all);
    const Value value = runner.Build(compiled, binding);
    if (!builds || sorts_.Contains(sort, value)) return value;
    throw Refusal(
        fmt::format("{} is no colour of {}", model_.values().Format(value), sorts_[sort].name));
  });
  return TermOf(columns, values, sort, conditions);
}

std::optional<Term> ExportedFunctions::Difference(FunctionId function, cpn::ColourSetId set) {
  const SortIndex sort = sorts_.SortOf(set);
  const std::vector<std::uint32_t> read = variables_.ReadBy(function);
  const std::vector<Column> columns = ColumnsOf(read);
  std::vector<std::size_t> taken;  // columns of the place's sort
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (columns[c].variable.sort == sort) taken.push_back(c);
  }
  if (taken.empty()) return std::nullopt;
  std::optional<cpn::MultiSet> whole;
  bool is_constant = true;
  ForEachRow(columns, [&](Row row) {
    if (!is_constant || !IsPossible(read, row)) return;
    std::vector<cpn::MultiSetEntry> tokens;
    for (const std::size_t c : taken) tokens.push_back({row[c], 1});
    const cpn::MultiSet sum = Run([&] {
      return model_.multisets().Add(Tokens(function, set, row), model_.multisets().Intern(tokens));
    });
    is_constant = !whole || *whole == sum;
    whole = sum;
  });
  if (!is_constant || !whole) return std::nullopt;
  Term minus;
  minus.kind = TermKind::kAdd;
  minus.sort = sort;
  for (const std::size_t c : taken) minus.operands.push_back(NumberOf(1, columns[c].variable));
  Term difference;
  difference.kind = TermKind::kSubtract;
  difference.sort = sort;
  difference.operands.push_back(sorts_.Tokens(model_.multisets().Entries(*whole), sort));
  difference.operands.push_back(taken.size() == 1 ? minus.operands.front() : minus);
  return difference;
}

}  // namespace pnml
