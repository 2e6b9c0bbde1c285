// The search of Wing and Gong with Lowe's memo of situations, as it is in the literature: what the
// library's ways to check a history are measured against (linearizability.cc).
//
// A memo of what is done, with the operations that never returned among it, and the state; nothing
// is known of the specification but what only reads. Not thread-safe.
// Sources: Wing and Gong, "Testing and verifying concurrent objects" (1993); Lowe, "Testing for
// linearizability" (2017).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/split_mix64.h"
#include "oracles/linearizability/done_set.h"
#include "oracles/linearizability/history.h"
#include "oracles/linearizability/selection.h"
#include "oracles/linearizability/timeline.h"

namespace bench {

using namespace oracles::linearizability;  // NOLINT: the same words

template <typename State>
class PlainMemo {
 public:
  /// Adds a situation; false if it is there already. Equal ones have equal hashes.
  bool Insert(std::uint64_t set_hash, std::span<const std::uint64_t> set, std::uint64_t state_hash,
              const State& state) {
    if (entries_.size() * 2 >= slots_.size()) Grow();
    const std::uint64_t hash = base::MixBits(set_hash + state_hash * 0x9e3779b97f4a7c15u);
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
      const Entry& entry = entries_[slots_[slot] - 1];
      if (entry.hash == hash && Equal(entry, set) && entry.state == state) return false;
    }
    entries_.push_back({hash, words_.size(), set.size(), state});
    words_.insert(words_.end(), set.begin(), set.end());
    slots_[slot] = entries_.size();
    return true;
  }

 private:
  static constexpr std::size_t kFree = 0;
  struct Entry {
    std::uint64_t hash;
    std::size_t words_begin;
    std::size_t words_count;
    State state;
  };

  bool Equal(const Entry& entry, std::span<const std::uint64_t> set) const {
    return std::ranges::equal(std::span(words_).subspan(entry.words_begin, entry.words_count), set);
  }

  void Grow() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kFree);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      std::size_t slot = entries_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> slots_;  // places in entries_, from 1; a power of two of them
};

template <Specification Spec>
class WingGongLowe {
 public:
  /// `spec` and `history` must outlive it.
  WingGongLowe(const Spec& spec, const History<Spec>& history, Selection selection)
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
    if (memo_.Insert(Hash(), Key(), spec_.Hash(state_), state_)) return true;
    PutBack();
    return false;
  }

  const std::vector<std::uint64_t>& Key() {
    const std::span<const std::uint64_t> key = done_.Key();
    const std::span<const std::uint64_t> open = done_.Open();
    key_.assign(key.begin(), key.end());
    key_.insert(key_.end(), open.begin(), open.end());
    return key_;
  }
  std::uint64_t Hash() const {
    std::uint64_t hash = done_.hash();
    for (const std::uint64_t word : done_.Open()) hash = base::MixBits(hash + word);
    return hash;
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
  PlainMemo<State> memo_;
  State state_;
  std::vector<Taken> taken_;
  std::vector<std::uint64_t> key_;
  std::size_t remaining_;  // returned ones that are not taken
  std::uint64_t steps_ = 0;
};

}  // namespace bench
