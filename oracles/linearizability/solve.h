// One search for an order that explains some calls of a history, by the way that suits them.
//
// First by a decision of the specification's own, if it has one for such histories. Otherwise a
// search in depth gets a few steps for each operation: most histories that have an order need no
// more. Then all situations are searched return by return, which is faster where there is no order;
// if too much is under way for that, the search in depth goes on. All give the same answer.
// Thread-safe: nothing is shared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/level_search.h"
#include "oracles/linearizability/search.h"
#include "oracles/linearizability/selection.h"

namespace oracles::linearizability {

/// Looks for an order, in so many steps (operations tried), or a few more.
template <Specification Spec>
Finding Solve(const Spec& spec, const History<Spec>& history, const Selection& selection,
              std::uint64_t budget) {
  if constexpr (requires { spec.Decide(history, selection); }) {
    std::optional<Finding> decided = spec.Decide(history, selection);
    if (decided) return *std::move(decided);
  }
  const std::uint64_t calls = selection.returned.size() + selection.open.size();
  Search<Spec> search(spec, history, selection);
  Finding finding = search.Run(std::min(budget, 1000 + 20 * calls));
  if (finding.answer != Answer::kUndecided || finding.steps >= budget) return finding;
  LevelSearch<Spec> by_level(spec, history, selection);
  if (!by_level.Fits()) return search.Run(budget);
  const std::uint64_t steps = finding.steps;
  finding = by_level.Run(budget - steps);
  finding.steps += steps;
  return finding;
}

}  // namespace oracles::linearizability
