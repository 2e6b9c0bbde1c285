// The search for an order of operations that explains a history: Wing and Gong's, with Lowe's memo
// of situations.
//
// Each step takes an operation that nothing still in the list returned before, and that may happen
// in the state reached so far; where none is left, the last one taken is put back. Of what only
// reads, all that may happen now is taken at once: where there is an order, there is one in which
// it comes now. Not thread-safe.
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
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/timeline.h"

namespace oracles::linearizability {

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

  /// Looks for an order until so many steps (operations tried) are taken in all, or a few more.
  /// While the answer is kUndecided, it may be called again with more.
  Finding Run(std::uint64_t budget) {
    if (steps_ == 0) {
      TakeReads();
      node_ = timeline_.First();
    }
    const Answer answer = Continue(budget);
    Finding finding{answer, steps_, {}, std::nullopt};
    if (answer == Answer::kLinearizable) finding.order = Order();
    if (answer == Answer::kNotLinearizable) {
      finding.furthest = PlaceOf(timeline_.OperationOf(furthest_));
    }
    return finding;
  }

 private:
  using State = typename Spec::State;
  struct Taken {
    Timeline::Node node;
    State before;
    bool chosen;  // or it came with the one before: it only reads
  };

  Answer Continue(std::uint64_t budget) {
    while (remaining_ > 0) {  // so that there is a return in the list, behind every node
      if (steps_ >= budget) return Answer::kUndecided;
      if (timeline_.IsReturn(node_)) {
        if (!at_open_ && !selection_.open.empty()) {
          at_open_ = true;
          node_ = timeline_.First();
          continue;
        }
        furthest_ = std::max(furthest_, node_);
        const Timeline::Node last = PutBack();
        if (last == Timeline::kEnd) return Answer::kNotLinearizable;
        at_open_ = IsOpen(timeline_.OperationOf(last));
        node_ = timeline_.Next(last);
      } else if (IsOpen(timeline_.OperationOf(node_)) == at_open_ && Take(node_)) {
        at_open_ = false;
        node_ = timeline_.First();
      } else {
        node_ = timeline_.Next(node_);
      }
    }
    return Answer::kLinearizable;
  }

  std::vector<std::size_t> Order() const {
    std::vector<std::size_t> order;
    for (const Taken& taken : taken_) {
      order.push_back(PlaceOf(timeline_.OperationOf(taken.node)));
    }
    return order;
  }

  static Selection Sorted(const History<Spec>& history, Selection selection) {
    std::ranges::stable_sort(selection.returned, {},
                             [&](std::size_t place) { return history[place].called; });
    return selection;
  }

  bool IsOpen(std::size_t operation) const { return operation >= selection_.returned.size(); }
  std::size_t PlaceOf(std::size_t operation) const {
    return IsOpen(operation) ? selection_.open[operation - selection_.returned.size()]
                             : selection_.returned[operation];
  }

  // The state after an operation with its result, if it may have that one now.
  std::optional<State> After(Timeline::Node node) { return From(state_, node); }

  std::optional<State> From(const State& state, Timeline::Node node) {
    ++steps_;
    const std::size_t operation = timeline_.OperationOf(node);
    const Call<Spec>& call = history_[PlaceOf(operation)];
    State after = state;
    if (!spec_.Apply(after, call.operation, IsOpen(operation) ? nullptr : &*call.result)) {
      return std::nullopt;
    }
    return after;
  }

  // What may be put back on its own account, and what comes with it. False: it may not happen now,
  // leads to where the search has been, or can be left out.
  bool Take(Timeline::Node node) {
    std::optional<State> after = After(node);
    if (!after) return false;
    if (IsOpen(timeline_.OperationOf(node)) && !IsOfUse(node, *after)) return false;
    Push(node, std::move(*after), true);
    TakeReads();
    if (memo_.Insert({done_.hash(), done_.Key(), done_.Open()}, spec_.Hash(state_), state_)) {
      return true;
    }
    PutBack();
    return false;
  }

  // Can the state after an open operation make a difference to the one that comes next? An order
  // with as few of them as there can be has none that does not.
  bool IsOfUse(Timeline::Node open, const State& after) {
    if (after == state_) return false;
    for (Timeline::Node next = timeline_.First(); !timeline_.IsReturn(next);
         next = timeline_.Next(next)) {
      if (next == open) continue;
      const std::optional<State> with = From(after, next);
      if (!with || (IsOpen(timeline_.OperationOf(next)) && *with == after)) continue;
      if (with != From(state_, next)) return true;
    }
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
  std::size_t remaining_;                 // returned ones that are not taken
  Timeline::Node node_ = Timeline::kEnd;  // tried next
  bool at_open_ = false;  // what never returned is tried last: mostly nothing depends on it
  Timeline::Node furthest_ = Timeline::kEnd;
  std::uint64_t steps_ = 0;
};

}  // namespace oracles::linearizability
