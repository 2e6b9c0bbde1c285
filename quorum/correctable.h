// A result that gets better: each reply may raise its level, and the last one is final. Whoever is
// content with less need not wait for the quorum.
//
// Invariants:
//  1. the level never falls: what is not better than what is known is dropped;
//  2. a watcher is called exactly once: when its level is reached or passed, or at the end;
//  3. after the end nothing changes.
// Thread-safe; copies share one state. Watchers run outside of the lock, on the thread that brings
// the news or inside Watch(). Await() and Final() block: never call them on a gRPC thread.
// Source: Guerraoui, Pavlovic, Seredinschi, "Incremental Consistency Guarantees for Replicated
// Objects" (OSDI 2016); Gorums' correctables.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "quorum/future.h"
#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

/// The level before the first reply.
inline constexpr int kNoLevel = -1;

/// What a correctable knows at one moment.
template <class Result>
struct View {
  std::optional<Result> reply;  ///< the best combined reply so far
  int level = kNoLevel;
  bool final = false;  ///< the call has ended, with a quorum or without
};

template <class Result>
class Correctable {
  struct State;

 public:
  using Watcher = std::function<void(const View<Result>&)>;

  /// What is known now.
  View<Result> Get() const {
    std::lock_guard lock(state_->mutex);
    return state_->view;
  }

  /// Waits until `level` is reached, or the call has ended without reaching it.
  View<Result> Await(int level) const {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return state_->Reached(level); });
    return state_->view;
  }

  /// Has `watcher` called when `level` is reached, or when the call ends without reaching it.
  void Watch(int level, Watcher watcher) const {
    std::unique_lock lock(state_->mutex);
    if (!state_->Reached(level)) {
      state_->watchers.emplace(level, std::move(watcher));
      return;
    }
    const View<Result> view = state_->view;
    lock.unlock();
    watcher(view);
  }

  /// Waits for the end of the call.
  const Outcome<Result>& Final() const { return state_->final.future().Get(); }

  /// Gives the call up, as Future::Cancel() does.
  void Cancel() const { state_->final.future().Cancel(); }

  /// The giving side.
  class Source {
   public:
    Correctable correctable() const { return Correctable(state_); }
    sync::StopToken cancellation() const { return state_->final.cancellation(); }

    /// Takes a reply if its level is higher than that of the best one so far.
    void Update(const Combined<Result>& combined) const {
      std::unique_lock lock(state_->mutex);
      View<Result>& view = state_->view;
      if (view.final || combined.level <= view.level) return;
      view.reply = combined.reply;
      view.level = combined.level;
      state_->Tell(std::move(lock));
    }

    /// Ends the correctable with the outcome of its call. To be called once.
    void Set(Outcome<Result> outcome) const {
      state_->final.Set(outcome);
      std::unique_lock lock(state_->mutex);
      if (outcome.reply()) state_->view.reply = outcome.reply();
      state_->view.final = true;
      state_->Tell(std::move(lock));
    }

   private:
    std::shared_ptr<State> state_ = std::make_shared<State>();
  };

 private:
  struct State {
    bool Reached(int level) const { return view.final || view.level >= level; }

    // Calls those whose level is reached, without the lock.
    void Tell(std::unique_lock<sync::Mutex> lock) {
      std::vector<Watcher> told;
      while (!watchers.empty() && Reached(watchers.begin()->first)) {
        told.push_back(std::move(watchers.extract(watchers.begin()).mapped()));
      }
      const View<Result> now = view;
      changed.notify_all();
      lock.unlock();
      for (const Watcher& watcher : told) watcher(now);
    }

    sync::Mutex mutex;
    sync::ConditionVariable changed;
    View<Result> view;
    std::multimap<int, Watcher> watchers;  // by the level they wait for
    Promise<Result> final;
  };
  explicit Correctable(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

}  // namespace quorum
