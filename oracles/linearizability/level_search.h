// The search for an order of operations that explains a history, return by return: all situations
// in which an operation may return are found before any in which the next one does.
//
// Before a return that some situation has not taken, it takes whatever is under way, in any order,
// until that operation is among it. Situations at the same return are compared: one stands for
// another when the same operations that change something are done in both, to the same state, and
// it has done at least as many of those that only read, and at most as many of those that never
// returned. Those with few of the latter come first, so that they keep the others out. This takes
// time in proportion to the situations at each return, also where there is no order at all; a
// search in depth (search.h) is faster where there are many.
//
// At most 64 operations that return may be under way at once, and 64 that never do. A search runs
// once. Not thread-safe.
// Sources: Lowe, "Testing for linearizability" (2017), section 5: just-in-time linearization.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "oracles/linearizability/history.h"
#include "oracles/linearizability/level.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/timeline.h"
#include "oracles/linearizability/under_way.h"

namespace oracles::linearizability {

template <Specification Spec>
class LevelSearch {
 public:
  /// `spec` and `history` must outlive it.
  LevelSearch(const Spec& spec, const History<Spec>& history, const Selection& selection)
      : spec_(spec), history_(history), under_way_(history, selection) {}

  /// Can it be searched: is there never too much under way?
  bool Fits() const { return under_way_.Fits(); }

  /// Looks for an order, in so many steps (operations tried), or a few more.
  Finding Run(std::uint64_t budget) {
    budget_ = budget;
    now_.push_back({0, 0, 0, kNowhere, spec_.Initial()});
    Finding finding{Answer::kLinearizable, 0, {}, std::nullopt};
    while (const auto event = under_way_.Next()) {
      if (!event->is_return) {
        if (!event->is_open) TakeCalled(event->slot);
      } else if (!Return(event->slot)) {
        finding.answer = steps_ >= budget_ ? Answer::kUndecided : Answer::kNotLinearizable;
        finding.furthest = event->place;
        break;
      }
    }
    finding.steps = steps_;
    if (finding.answer == Answer::kLinearizable) finding.order = OrderOf(now_.front());
    return finding;
  }

 private:
  using State = typename Spec::State;
  using Situation = typename Level<State>::Situation;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  struct Step {
    std::size_t before;  // place in steps_taken_, or kNowhere
    std::size_t place;   // of the operation in the history
  };

  std::optional<State> After(const State& state, std::size_t place, bool open) {
    ++steps_;
    const Call<Spec>& call = history_[place];
    State after = state;
    if (!spec_.Apply(after, call.operation, open ? nullptr : &*call.result)) return std::nullopt;
    return after;
  }

  // Of a path, `taken_` has the last operation and the path before it.
  std::size_t Longer(std::size_t path, std::size_t place) {
    taken_.push_back({path, place});
    return taken_.size() - 1;
  }

  // What only reads is taken as soon as it may be. Can this one be?
  bool Read(const Situation& situation, std::size_t slot) {
    if constexpr (requires(const Call<Spec>& call, const State& state) {
                    spec_.OnlyReads(call.operation, *call.result, state);
                  }) {
      const Call<Spec>& call = history_[under_way_.PlaceOf(slot)];
      return spec_.OnlyReads(call.operation, *call.result, situation.state) &&
             After(situation.state, under_way_.PlaceOf(slot), false).has_value();
    } else {
      return false;
    }
  }

  void TakeCalled(std::size_t slot) {
    for (Situation& situation : now_) {
      if (!Read(situation, slot)) continue;
      situation.read |= std::uint64_t{1} << slot;
      situation.path = Longer(situation.path, under_way_.PlaceOf(slot));
    }
  }

  // The situations behind the return of the operation in this slot; false if there are none, or if
  // the budget is used up.
  bool Return(std::size_t slot) {
    const std::uint64_t bit = std::uint64_t{1} << slot;
    const auto is_done = [bit](const Situation& situation) {
      return ((situation.changed | situation.read) & bit) != 0;
    };
    Level<State> level(bit);
    for (Situation& situation : now_) {
      const std::uint64_t hash = spec_.Hash(situation.state);
      level.Add(std::move(situation), hash);
    }
    now_.clear();
    while (const std::optional<std::size_t> next = level.Next()) {
      const Situation situation = level.at(*next);
      if (!is_done(situation)) Follow(level, situation);
      if (steps_ >= budget_) return false;
    }
    now_ = level.Done();
    return !now_.empty();
  }

  // Adds what can come directly after a situation.
  void Follow(Level<State>& level, const Situation& situation) {
    const std::uint64_t left = under_way_.slots() & ~(situation.changed | situation.read);
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
      std::optional<State> after = After(situation.state, under_way_.PlaceOf(slot), false);
      if (!after) continue;
      Situation one{situation.changed | std::uint64_t{1} << slot, situation.read, situation.open,
                    situation.path, std::move(*after)};
      Enter(level, std::move(one), under_way_.PlaceOf(slot));
    }
    const std::uint64_t untaken = under_way_.open_slots() & ~situation.open;
    for (std::uint64_t rest = untaken; rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
      std::optional<State> after = After(situation.state, under_way_.OpenPlaceOf(slot), true);
      if (!after || !IsOfUse(situation, *after, left, untaken & ~(std::uint64_t{1} << slot))) {
        continue;
      }
      Situation one{situation.changed, situation.read, situation.open | std::uint64_t{1} << slot,
                    situation.path, std::move(*after)};
      Enter(level, std::move(one), under_way_.OpenPlaceOf(slot));
    }
  }

  // Adds a situation after an operation, with what only reads and comes with it.
  void Enter(Level<State>& level, Situation situation, std::size_t place) {
    const std::uint64_t read = situation.read;
    const std::uint64_t left = under_way_.slots() & ~(situation.changed | read);
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(rest));
      if (Read(situation, slot)) situation.read |= std::uint64_t{1} << slot;
    }
    const std::uint64_t hash = spec_.Hash(situation.state);
    Situation* const added = level.Add(std::move(situation), hash);
    if (added == nullptr) return;
    added->path = Longer(added->path, place);
    for (std::uint64_t rest = added->read & ~read; rest != 0; rest &= rest - 1) {
      added->path =
          Longer(added->path, under_way_.PlaceOf(static_cast<std::size_t>(std::countr_zero(rest))));
    }
  }

  // Can the state after an open operation make a difference to the one that comes next? An order
  // with as few of them as there can be has none that does not.
  bool IsOfUse(const Situation& before, const State& after, std::uint64_t left,
               std::uint64_t open) {
    if (after == before.state) return false;
    const auto differs = [&](std::size_t place, bool is_open) {
      const std::optional<State> with = After(after, place, is_open);
      if (!with || (is_open && *with == after)) return false;
      return with != After(before.state, place, is_open);
    };
    for (; left != 0; left &= left - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(left));
      if (differs(under_way_.PlaceOf(slot), false)) return true;
    }
    for (; open != 0; open &= open - 1) {
      const auto slot = static_cast<std::size_t>(std::countr_zero(open));
      if (differs(under_way_.OpenPlaceOf(slot), true)) return true;
    }
    return false;
  }

  std::vector<std::size_t> OrderOf(const Situation& situation) const {
    std::vector<std::size_t> order;
    for (std::size_t step = situation.path; step != kNowhere; step = taken_[step].before) {
      order.push_back(taken_[step].place);
    }
    return {order.rbegin(), order.rend()};
  }

  const Spec& spec_;
  const History<Spec>& history_;
  UnderWay under_way_;
  std::vector<Situation> now_;  // at the moment that has been reached
  std::vector<Step> taken_;
  std::uint64_t budget_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace oracles::linearizability
