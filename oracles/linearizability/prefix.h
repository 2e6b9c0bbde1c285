// How far a history that is not linearizable can be explained, for the message.
//
// Every beginning of a linearizable history is linearizable, so that there is one return at which a
// history stops being so: mostly the one that the search of the whole did not get past, or one soon
// after it. So strides from there grow until one is too long, and then halve. In a beginning, what
// has not returned yet may have any result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/solve.h"

namespace oracles::linearizability {

struct Prefix {
  std::vector<std::size_t> order;      ///< explains all that returned before the misfit
  std::size_t misfit = 0;              ///< whose return cannot be explained any more
  std::vector<std::size_t> under_way;  ///< others called before that return, and not
                                       ///< in the order
  bool longest = true;                 ///< false: a search among these ended undecided
  std::uint64_t steps = 0;
};

/// The beginnings of a part of a history: each ends with a return.
template <typename Spec>
class Beginnings {
 public:
  /// `history` and `part` must outlive it.
  Beginnings(const History<Spec>& history, const std::vector<std::size_t>& part)
      : history_(history), part_(part), returns_(Whole(history, part).returned) {
    std::ranges::sort(returns_, {}, [this](std::size_t place) { return MomentOf(place); });
  }

  std::size_t count() const { return returns_.size(); }
  /// The operation that returns last in the beginning of so many returns, from 1.
  std::size_t Last(std::size_t returns) const { return returns_[returns - 1]; }
  std::size_t ReturnsUntil(std::size_t place) const {
    return static_cast<std::size_t>(std::ranges::find(returns_, place) - returns_.begin()) + 1;
  }
  /// What has returned by then, and what was called before that moment and has not.
  Selection Of(std::size_t returns) const {
    Selection selection;
    if (returns == 0) return selection;
    const std::size_t last = Last(returns);
    for (const std::size_t place : part_) {
      const Call<Spec>& call = history_[place];
      if (call.result && MomentOf(place) <= MomentOf(last)) {
        selection.returned.push_back(place);
      } else if (call.called <= history_[last].returned) {
        selection.open.push_back(place);
      }
    }
    return selection;
  }

 private:
  // Returns at one moment are in the order of their places.
  std::pair<std::uint64_t, std::size_t> MomentOf(std::size_t place) const {
    return {history_[place].returned, place};
  }

  const History<Spec>& history_;
  const std::vector<std::size_t>& part_;
  std::vector<std::size_t> returns_;  // by their moments
};

/// The longest beginning of a part that is not linearizable as a whole; `furthest` is what a search
/// of the whole part did not get past, if it says so. Each search takes at most `budget` steps.
template <Specification Spec>
Prefix LongestPrefix(const Spec& spec, const History<Spec>& history,
                     const std::vector<std::size_t>& part, std::optional<std::size_t> furthest,
                     std::uint64_t budget) {
  const Beginnings<Spec> beginnings(history, part);
  Prefix prefix;
  const auto explained = [&](std::size_t returns) {
    Finding finding = Solve(spec, history, beginnings.Of(returns), budget);
    prefix.steps += finding.steps;
    if (finding.answer == Answer::kUndecided) prefix.longest = false;
    if (finding.answer == Answer::kLinearizable) prefix.order = std::move(finding.order);
    return finding.answer == Answer::kLinearizable;
  };
  std::size_t good = furthest ? beginnings.ReturnsUntil(*furthest) - 1 : 0;
  std::size_t bad = beginnings.count();
  explained(good);
  for (std::size_t stride = 1; bad - good > 1;) {
    const std::size_t next = std::min(good + stride, good + (bad - good) / 2);
    (explained(next) ? good : bad) = next;
    stride *= 2;
  }
  prefix.misfit = beginnings.Last(bad);
  for (const std::size_t place : beginnings.Of(bad).open) {
    if (std::ranges::find(prefix.order, place) == prefix.order.end()) {
      prefix.under_way.push_back(place);
    }
  }
  return prefix;
}

}  // namespace oracles::linearizability
