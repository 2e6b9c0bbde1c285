// The condition that the text of a guard seems to be: comparisons of variables and constants, and
// their connectives. Internal to pnml/.
//
// Only a guess, for the sake of a net that people can read: what stands in the text may be of
// another meaning in its model (a name that hides a variable, an order that is another one).
// Whoever uses it compares it with what the guard says of each binding (EvaluateCondition).
// Thread safety: free functions without state.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pnml/exported_sorts.h"
#include "pnml/truth_table.h"

namespace pnml {

/// Nothing when it is more than comparisons and connectives. `parameters` are the names of the
/// columns.
std::optional<Term> GuessCondition(std::string_view text,
                                   const std::vector<std::string>& parameters,
                                   const std::vector<Column>& columns, ExportedSorts& sorts,
                                   const cpn::ValueStore& values);

/// What a condition over the columns says when these have the colours of those numbers. Requires
/// that its constants are colours of the columns' sorts.
bool EvaluateCondition(const Term& condition, const std::vector<Column>& columns,
                       const std::vector<std::size_t>& numbers, ExportedSorts& sorts);

}  // namespace pnml
