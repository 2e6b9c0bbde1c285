// The calls of a link that wait for their result, by number: each has a deadline and can be
// cancelled.
//
// Invariants:
//  1. a number is never used again, so that a late reply cannot reach another call;
//  2. a call is finished once, by what comes first: its reply, its deadline, its cancellation, or
//     the end of the connection;
//  3. after Shutdown() every call is finished and its result delivered, and Add() refuses.
// Thread-safe. Owned by shared_ptr. Shutdown() blocks: never call it where results are delivered.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "quorum/node_call.h"
#include "quorum/sync.h"
#include "quorum/timer.h"

namespace quorum {

class PendingCalls : public std::enable_shared_from_this<PendingCalls> {
 public:
  using Number = std::uint64_t;
  /// Puts the reply into the call, or says what is wrong with it.
  using Fill = std::function<std::optional<NodeError>(NodeCall&)>;

  explicit PendingCalls(std::shared_ptr<Timer> timer) : timer_(std::move(timer)) {}

  /// Begins to wait for the call's result. Returns nothing after Shutdown(): then it has finished
  /// the call with kCancelled.
  std::optional<Number> Add(const std::shared_ptr<NodeCall>& call);
  /// The call, unless it is finished.
  std::shared_ptr<NodeCall> Find(Number number);
  /// Finishes a call with what `fill` returns; does nothing when it is finished already.
  void Finish(Number number, const Fill& fill);
  /// Finishes all calls of now with an error.
  void FailAll(const NodeError& error);
  void Shutdown();

 private:
  struct Entry {
    std::shared_ptr<NodeCall> call;
    std::optional<Timer::Key> deadline;
    std::optional<sync::StopCallback<std::function<void()>>> on_stop;
  };

  void Fail(Number number, NodeErrorCode code, const char* message);

  const std::shared_ptr<Timer> timer_;
  sync::Mutex mutex_;
  sync::ConditionVariable idle_;
  bool shut_down_ = false;
  int delivering_ = 0;
  Number next_ = 1;
  std::map<Number, std::shared_ptr<Entry>> entries_;
};

}  // namespace quorum
