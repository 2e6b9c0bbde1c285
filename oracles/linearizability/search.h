// The search for an order of operations that explains a history: Wing and Gong's, with Lowe's memo
// of situations.
//
// Each step takes an operation that nothing still in the list returned before, and that may happen
// in the state reached so far; where none is left, the last one taken is put back. Of what only
// reads, all that may happen now is taken at once: where there is an order, there is one in which
// it comes now. A search runs once. Not thread-safe.
// Sources: Wing and Gong, "Testing and verifying concurrent objects" (1993); Lowe, "Testing for
// linearizability" (2017).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "oracles/linearizability/done_set.h"
#include "oracles/linearizability/history.h"
#include "oracles/linearizability/memo.h"
#include "oracles/linearizability/timeline.h"

namespace oracles::linearizability {

/// Whether some order explains a history; undecided when the budget of steps did not suffice.
enum class Answer { kLinearizable, kNotLinearizable, kUndecided };

/// Which calls of a history are searched, by their places in it: those whose results count, and
/// those that may have happened at any moment after their call, or not at all.
struct Selection {
  std::vector<std::size_t> returned;
  std::vector<std::size_t> open;
};

template <Specification Spec>
class Search {
 public:
  /// `spec` and `history` must outlive it.
  Search(const Spec& spec, const History<Spec>& history, Selection selection)
      : spec_(spec),
        history_(history),
        selection_(Sorted(history, std::move(selection))),
        timeline_(IntervalsOf(history, selection_)),
        done_(selection_.returned.size(), selection_.open.size()),
        state_(spec.Initial()),
        remaining_(selection_.returned.size()) {}

  /// Looks for an order, in so many steps (operations tried), or a few more.
  Answer Run(std::uint64_t budget) {
    TakeReads();
    Timeline::Node node = timeline_.First();
    bool at_open = false;     // what never returned is tried last: mostly nothing depends on it
    while (remaining_ > 0) {  // so that there is a return in the list, behind every node
      if (steps_ >= budget) return Answer::kUndecided;
      if (timeline_.IsReturn(node)) {
        if (!at_open && !selection_.open.empty()) {
          at_open = true;
          node = timeline_.First();
          continue;
        }
        furthest_ = std::max(furthest_, node);
        const Timeline::Node last = PutBack();
        if (last == Timeline::kEnd) return Answer::kNotLinearizable;
        at_open = IsOpen(timeline_.OperationOf(last));
        node = timeline_.Next(last);
      } else if (IsOpen(timeline_.OperationOf(node)) == at_open && Take(node)) {
        at_open = false;
        node = timeline_.First();
      } else {
        node = timeline_.Next(node);
      }
    }
    return Answer::kLinearizable;
  }

  std::uint64_t steps() const { return steps_; }
  /// The order found, as places in the history.
  std::vector<std::size_t> Order() const {
    std::vector<std::size_t> order;
    for (const Taken& taken : taken_) {
      order.push_back(PlaceOf(timeline_.OperationOf(taken.node)));
    }
    return order;
  }
  /// After kNotLinearizable: the operation, as its place in the history, whose return no order got
  /// past; all that returned before it can be put in order.
  std::size_t Furthest() const { return PlaceOf(timeline_.OperationOf(furthest_)); }

 private:
  using State = typename Spec::State;
  struct Taken {
    Timeline::Node node;
    State before;
    bool chosen;  // or it came with the one before: it only reads
  };

  static Selection Sorted(const History<Spec>& history, Selection selection) {
    std::ranges::stable_sort(selection.returned, {},
                             [&](std::size_t place) { return history[place].called; });
    return selection;
  }

  static std::vector<Interval> IntervalsOf(const History<Spec>& history,
                                           const Selection& selection) {
    std::vector<Interval> intervals;
    for (const std::size_t place : selection.returned) {
      intervals.push_back({history[place].called, history[place].returned});
    }
    for (const std::size_t place : selection.open) {
      intervals.push_back({history[place].called, std::nullopt});
    }
    return intervals;
  }

  bool IsOpen(std::size_t operation) const { return operation >= selection_.returned.size(); }
  std::size_t PlaceOf(std::size_t operation) const {
    return IsOpen(operation) ? selection_.open[operation - selection_.returned.size()]
                             : selection_.returned[operation];
  }

  // The state after an operation with its result, if it may have that one now.
  std::optional<State> After(Timeline::Node node) {
    ++steps_;
    const std::size_t operation = timeline_.OperationOf(node);
    const Call<Spec>& call = history_[PlaceOf(operation)];
    std::optional<State> after(state_);
    const bool allowed =
        spec_.Apply(*after, call.operation, IsOpen(operation) ? nullptr : &*call.result);
    if (!allowed) after.reset();
    return after;
  }

  // What may be put back on its own account, and what comes with it. False: it may not happen now,
  // or leads to where the search has been.
  bool Take(Timeline::Node node) {
    std::optional<State> after = After(node);
    if (!after) return false;
    if (IsOpen(timeline_.OperationOf(node)) && *after == state_) return false;  // can be left out
    Push(node, std::move(*after), true);
    TakeReads();
    if (memo_.Insert(done_.hash(), done_.Key(), spec_.Hash(state_), state_)) return true;
    PutBack();
    return false;
  }

  bool MayBeRead(Timeline::Node node) {
    if constexpr (requires(const Call<Spec>& call, const State& state) {
                    spec_.OnlyReads(call.operation, *call.result, state);
                  }) {
      const std::size_t operation = timeline_.OperationOf(node);
      if (IsOpen(operation)) return false;
      const Call<Spec>& call = history_[PlaceOf(operation)];
      return spec_.OnlyReads(call.operation, *call.result, state_) && After(node).has_value();
    } else {
      return false;
    }
  }

  // One pass is enough: the state stays, so that those before are still not allowed.
  void TakeReads() {
    Timeline::Node node = timeline_.First();
    while (node != Timeline::kEnd && !timeline_.IsReturn(node)) {
      Timeline::Node next = timeline_.Next(node);
      if (MayBeRead(node)) {
        if (timeline_.IsReturn(next) &&
            timeline_.OperationOf(next) == timeline_.OperationOf(node)) {
          next = timeline_.Next(next);  // its own return leaves the list with it
        }
        Push(node, state_, false);
      }
      node = next;
    }
  }

  void Push(Timeline::Node node, State after, bool chosen) {
    const std::size_t operation = timeline_.OperationOf(node);
    done_.Add(operation);
    taken_.push_back({node, std::exchange(state_, std::move(after)), chosen});
    timeline_.Lift(node);
    if (!IsOpen(operation)) --remaining_;
  }

  // Puts back the last one that was chosen, and what came with it; kEnd when there is none.
  Timeline::Node PutBack() {
    while (!taken_.empty()) {
      Taken last = std::move(taken_.back());
      taken_.pop_back();
      const std::size_t operation = timeline_.OperationOf(last.node);
      state_ = std::move(last.before);
      timeline_.PutBack(last.node);
      done_.Remove(operation);
      if (!IsOpen(operation)) ++remaining_;
      if (last.chosen) return last.node;
    }
    return Timeline::kEnd;
  }

  const Spec& spec_;
  const History<Spec>& history_;
  const Selection selection_;
  Timeline timeline_;
  DoneSet done_;
  Memo<State> memo_;
  State state_;
  std::vector<Taken> taken_;
  std::size_t remaining_;  // returned ones that are not taken
  Timeline::Node furthest_ = Timeline::kEnd;
  std::uint64_t steps_ = 0;
};

}  // namespace oracles::linearizability
