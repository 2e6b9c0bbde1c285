#include "pnml/function_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "cpn/net/inscription.h"
#include "pnml/refusal.h"

namespace pnml {
namespace {

/// The colour set of the first place in a pattern where the variable stands; nothing: it is not in
/// it.
std::optional<cpn::ColourSetId> FindPosition(const cpn::Pattern& pattern, std::uint32_t variable,
                                             cpn::ColourSetId set, const cpn::ColourSets& sets) {
  if (pattern.kind == cpn::PatternKind::kVariable && pattern.variable == variable) return set;
  const cpn::ColourSet& base = sets[sets.Resolve(set)];
  for (std::size_t i = 0; i < pattern.children.size(); ++i) {
    std::optional<cpn::ColourSetId> part;
    if (pattern.kind == cpn::PatternKind::kTuple) part = base.parts[i];
    if (pattern.kind == cpn::PatternKind::kRecord || pattern.kind == cpn::PatternKind::kUnion) {
      part = std::ranges::find(base.fields, pattern.names[i], &cpn::ColourSetField::name)->type;
    }
    if (!part) continue;
    if (const auto found = FindPosition(pattern.children[i], variable, *part, sets)) return found;
  }
  return std::nullopt;
}

}  // namespace

TransitionVariables::TransitionVariables(cpn::lua::LuaModel& model,
                                         const cpn::Transition& transition, ExportedSorts& sorts,
                                         Net& net)
    : model_(model), transition_(transition), sorts_(sorts), net_(net) {}

// A variable without end, such as one of INT, has the colours of the place that it is bound at.
SortIndex TransitionVariables::SortOf(std::uint32_t variable) {
  const cpn::Variable& declared = transition_.declaration->variables[variable];
  try {
    return sorts_.SortOf(declared.type);
  } catch (const Refusal& refusal) {
    for (const cpn::Arc& arc : transition_.arcs) {
      for (const cpn::ArcTerm& term : arc.declaration->terms) {
        if (!cpn::BindsByMatching(*arc.declaration, term)) continue;
        const auto set = FindPosition(term.pattern, variable, model_.net().places()[arc.place].type,
                                      model_.colour_sets());
        if (set) return sorts_.SortOf(*set);
      }
    }
    throw Refusal(fmt::format("variable {}: {}", declared.name, refusal.what()));
  }
}

Term TransitionVariables::Of(std::uint32_t variable) {
  return Named(transition_.declaration->variables[variable].name, SortOf(variable));
}

Term TransitionVariables::Fresh(SortIndex sort) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::count(transition_.declaration->variables, name, &cpn::Variable::name) > 0;
  };
  std::string name;
  do name = fmt::format("x{}", ++fresh_);
  while (is_taken(name));
  return Named(name, sort);
}

Term TransitionVariables::Named(const std::string& name, SortIndex sort) {
  const auto same = [&](const Variable& v) { return v.name == name && v.sort == sort; };
  auto found = std::ranges::find_if(net_.variables, same);
  if (found == net_.variables.end()) {
    const std::string id = fmt::format("variable-{}", net_.variables.size() + 1);
    found = net_.variables.insert(found, {id, name, sort});
  }
  Term term;
  term.kind = TermKind::kVariable;
  term.sort = sort;
  term.index = static_cast<std::uint64_t>(found - net_.variables.begin());
  return term;
}

Column TransitionVariables::ColumnOf(const Term& variable) {
  return {variable, sorts_.ColoursOf(variable.sort)};
}

const std::vector<std::uint32_t>& TransitionVariables::ReadBy(cpn::FunctionId function) {
  const auto [found, is_new] = read_.try_emplace(function);
  if (is_new) {
    found->second = cpn::ReadVariables(model_.model(), *transition_.declaration, function);
  }
  return found->second;
}

void ForEachRow(const std::vector<Column>& columns,
                const std::function<void(std::span<const cpn::Value>)>& visit) {
  std::size_t rows = 1;
  for (const Column& column : columns) {
    rows *= column.colours.size();  // at most kSmall each
    if (rows > kMostRows) {
      throw Refusal(
          fmt::format("it is computed from more than {} bindings of its variables: too "
                      "many for a table",
                      kMostRows));
    }
  }
  std::vector<cpn::Value> row(columns.size());
  for (std::size_t i = 0; i < rows; ++i) {
    std::size_t rest = i;
    for (std::size_t c = columns.size(); c-- > 0;) {
      row[c] = columns[c].colours[rest % columns[c].colours.size()];
      rest /= columns[c].colours.size();
    }
    visit(row);
  }
}

}  // namespace pnml
