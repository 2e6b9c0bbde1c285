// Which calls of a history are searched, and what a search finds out.
//
// Calls are given as places in the history. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/timeline.h"

namespace oracles::linearizability {

/// Whether some order explains a history; undecided when the budget of steps did not suffice.
enum class Answer { kLinearizable, kNotLinearizable, kUndecided };

/// Those whose results count, and those that may have happened at any moment after their call, or
/// not at all.
struct Selection {
  std::vector<std::size_t> returned;
  std::vector<std::size_t> open;
};

/// What came of a search for an order that explains a selection.
struct Finding {
  Answer answer = Answer::kUndecided;
  std::uint64_t steps = 0;         ///< operations tried
  std::vector<std::size_t> order;  ///< linearizable only: one that explains it
  /// Not linearizable only: an operation whose return no order gets past; all that returned before
  /// it can be put in order. Nothing: unknown.
  std::optional<std::size_t> furthest{};
};

/// All of a part of a history.
template <typename Spec>
Selection Whole(const History<Spec>& history, const std::vector<std::size_t>& part) {
  Selection selection;
  for (const std::size_t place : part) {
    (history[place].result ? selection.returned : selection.open).push_back(place);
  }
  return selection;
}

/// When the operations of a selection were called and returned: first those that returned.
template <typename Spec>
std::vector<Interval> IntervalsOf(const History<Spec>& history, const Selection& selection) {
  std::vector<Interval> intervals;
  for (const std::size_t place : selection.returned) {
    intervals.push_back({history[place].called, history[place].returned});
  }
  for (const std::size_t place : selection.open) {
    intervals.push_back({history[place].called, std::nullopt});
  }
  return intervals;
}

}  // namespace oracles::linearizability
