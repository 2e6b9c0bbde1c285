#include "pnml/transition_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "pnml/refusal.h"

namespace pnml {
namespace {

constexpr std::size_t kMostCases = 1000;
constexpr std::size_t kNoCase = std::numeric_limits<std::size_t>::max();

}  // namespace

std::vector<TransitionCase> CasesOf(const CaseFunctions& functions, ExportedFunctions& exported,
                                    TransitionVariables& variables, ExportedSorts& sorts) {
  std::vector<std::uint32_t> read;
  const auto add = [&](cpn::FunctionId function) {
    for (const std::uint32_t v : variables.ReadBy(function)) {
      if (std::ranges::count(read, v) == 0) read.push_back(v);
    }
  };
  for (const cpn::FunctionId function : functions.conditions) add(function);
  for (const auto& [function, set] : functions.multisets) add(function);

  TruthTable table{exported.ColumnsOf(read), {}};
  std::vector<TransitionCase> cases;
  std::vector<std::size_t> case_of_row;
  ForEachRow(table.columns, [&](std::span<const cpn::Value> row) {
    if (!read.empty() && !exported.IsPossible(read, row)) {
      case_of_row.push_back(kNoCase);
      return;
    }
    const auto arguments = [&](cpn::FunctionId function) {
      std::vector<cpn::Value> values;
      for (const std::uint32_t v : variables.ReadBy(function)) {
        values.push_back(row[static_cast<std::size_t>(std::ranges::find(read, v) - read.begin())]);
      }
      return values;
    };
    TransitionCase found;
    for (const cpn::FunctionId function : functions.conditions) {
      found.conditions[function] = exported.Test(function, arguments(function));
    }
    for (const auto& [function, set] : functions.multisets) {
      found.multisets[function] = exported.Tokens(function, set, arguments(function));
    }
    auto same = std::ranges::find_if(cases, [&](const TransitionCase& c) {
      return c.conditions == found.conditions && c.multisets == found.multisets;
    });
    if (same == cases.end()) {
      if (cases.size() == kMostCases) {
        throw Refusal(fmt::format("its computed arcs have more than {} cases", kMostCases));
      }
      same = cases.insert(same, std::move(found));
    }
    case_of_row.push_back(static_cast<std::size_t>(same - cases.begin()));
  });
  for (std::size_t i = 0; i < cases.size(); ++i) {
    table.rows.clear();
    for (const std::size_t of_row : case_of_row) table.rows.push_back(of_row == i);
    cases[i].condition = ConditionOf(table, sorts);
  }
  return cases;
}

}  // namespace pnml
