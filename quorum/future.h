// The outcome of a quorum call that is still on its way.
//
// Invariants: the outcome is set once and never changes; dropping a Future neither ends nor cancels
// the call. Thread-safe; copies share one outcome. Get() blocks: never call it on a gRPC thread.
// Source: Gorums' asynchronous quorum calls.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

template <class Result>
class Promise;

template <class Result>
class Future {
 public:
  /// Waits for the end of the call.
  const Outcome<Result>& Get() const {
    std::unique_lock lock(state_->mutex);
    state_->ended.wait(lock, [this] { return state_->outcome.has_value(); });
    return *state_->outcome;
  }

  /// Has the call ended?
  bool Ready() const {
    std::lock_guard lock(state_->mutex);
    return state_->outcome.has_value();
  }

  /// Gives the call up, if it has not ended: it ends as cancelled, and what is under way to its
  /// nodes is cancelled, too. Does nothing to a call that has ended.
  void Cancel() const {
    if (!Ready()) state_->stop.request_stop();
  }

 private:
  friend class Promise<Result>;
  struct State {
    sync::Mutex mutex;
    sync::ConditionVariable ended;
    std::optional<Outcome<Result>> outcome;
    sync::StopSource stop;
  };
  explicit Future(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;
};

/// The giving side of a Future.
template <class Result>
class Promise {
 public:
  Future<Result> future() const { return Future<Result>(state_); }
  /// The token that Future::Cancel() triggers.
  sync::StopToken cancellation() const { return state_->stop.get_token(); }
  /// Sets the outcome. To be called once.
  void Set(Outcome<Result> outcome) const {
    std::lock_guard lock(state_->mutex);
    assert(!state_->outcome);
    state_->outcome.emplace(std::move(outcome));
    state_->ended.notify_all();
  }

 private:
  std::shared_ptr<typename Future<Result>::State> state_ =
      std::make_shared<typename Future<Result>::State>();
};

}  // namespace quorum
