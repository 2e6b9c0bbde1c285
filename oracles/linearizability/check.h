// Is a history linearizable: is there an order of its operations, each at a moment between its call
// and its return, in which the specification allows all their results?
//
// The question is NP-complete, so that a check has a budget of steps, and "undecided" is an answer.
// A history with keys is checked key by key: it is linearizable exactly when all of its parts are.
// Same history, specification and budget: same verdict. Thread-safe: nothing is shared.
// Sources: Herlihy and Wing, "Linearizability" (1990); Horn and Kroening, "Faster linearizability
// checking via P-compositionality" (2015).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/prefix.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/solve.h"

namespace oracles::linearizability {

/// Some seconds and some hundred megabytes at most; histories of tests take thousands.
inline constexpr std::uint64_t kDefaultBudget = 20'000'000;

/// What a check found. Operations are given as places in the history.
struct Verdict {
  Answer answer = Answer::kLinearizable;
  std::uint64_t steps = 0;  ///< operations tried, in all searches
  /// Linearizable: all that happened, in an order that explains it, key by key. Not linearizable:
  /// the longest beginning of the part that failed, in an order that explains it.
  std::vector<std::size_t> order;
  /// Not linearizable only: the operation with whose return the history cannot be explained any
  /// more.
  std::size_t misfit = 0;
  /// Not linearizable only: operations that were under way when the misfit returned and that the
  /// order leaves out.
  std::vector<std::size_t> under_way;
  /// Not linearizable only: false when the budget did not suffice to find out whether a longer
  /// beginning can be explained.
  bool longest = true;
  bool operator==(const Verdict&) const = default;
};

/// Checks one part of a history, given by places in it. Not for users.
template <Specification Spec>
Verdict CheckPart(const Spec& spec, const History<Spec>& history,
                  const std::vector<std::size_t>& part, std::uint64_t budget) {
  Finding finding = Solve(spec, history, Whole(history, part), budget);
  Verdict verdict;
  verdict.answer = finding.answer;
  verdict.steps = finding.steps;
  if (verdict.answer == Answer::kLinearizable) verdict.order = std::move(finding.order);
  if (verdict.answer == Answer::kNotLinearizable) {
    Prefix prefix = LongestPrefix(spec, history, part, finding.furthest, budget);
    verdict.steps += prefix.steps;
    verdict.order = std::move(prefix.order);
    verdict.misfit = prefix.misfit;
    verdict.under_way = std::move(prefix.under_way);
    verdict.longest = prefix.longest;
  }
  return verdict;
}

/// The parts of a history that can be checked on their own, in the order of their keys.
template <Specification Spec>
std::vector<std::vector<std::size_t>> PartsOf(const Spec& spec, const History<Spec>& history) {
  std::vector<std::vector<std::size_t>> parts;
  if constexpr (requires(const typename Spec::Operation& one) { spec.KeyOf(one); }) {
    std::map<std::decay_t<decltype(spec.KeyOf(history.front().operation))>,
             std::vector<std::size_t>>
        by_key;
    for (std::size_t i = 0; i < history.size(); ++i) {
      by_key[spec.KeyOf(history[i].operation)].push_back(i);
    }
    for (auto& [key, part] : by_key) parts.push_back(std::move(part));
  } else {
    parts.emplace_back();
    for (std::size_t i = 0; i < history.size(); ++i) parts.back().push_back(i);
  }
  return parts;
}

/// Is the history linearizable? Each search, of which a key has one and a failure some more, takes
/// `budget` steps or a few more. Of several keys that fail, it tells of the one whose misfit
/// returned first. Throws std::invalid_argument when an operation returns before its call.
template <Specification Spec>
Verdict Check(const Spec& spec, const History<Spec>& history,
              std::uint64_t budget = kDefaultBudget) {
  for (std::size_t i = 0; i < history.size(); ++i) {
    if (history[i].result && history[i].returned < history[i].called) {
      throw std::invalid_argument("operation " + std::to_string(i) + " of the history returns at " +
                                  std::to_string(history[i].returned) + ", before its call at " +
                                  std::to_string(history[i].called));
    }
  }
  Verdict whole;
  for (const std::vector<std::size_t>& part : PartsOf(spec, history)) {
    Verdict verdict = CheckPart(spec, history, part, budget);
    whole.steps += verdict.steps;
    verdict.steps = 0;
    const std::uint64_t steps = whole.steps;
    if (verdict.answer == Answer::kNotLinearizable) {
      if (whole.answer != Answer::kNotLinearizable ||
          history[verdict.misfit].returned < history[whole.misfit].returned) {
        whole = std::move(verdict);
      }
    } else if (whole.answer == Answer::kLinearizable) {
      whole.answer = verdict.answer;
      whole.order.insert(whole.order.end(), verdict.order.begin(), verdict.order.end());
    }
    whole.steps = steps;
  }
  if (whole.answer == Answer::kUndecided) whole.order.clear();
  return whole;
}

}  // namespace oracles::linearizability
