// Runs events one at a time, in the order in which they were posted, on the threads that post them:
// no thread of its own, and no lock held while an event runs, so that an event may post.
//
// Invariants: at most one event runs at a time; every accepted event runs, whatever those before it
// throw; after Close() returns none runs any more. Thread-safe. Close() must not be called inside
// an event.
#pragma once

#include <deque>
#include <functional>

#include "quorum/sync.h"

namespace paxos {

class SerialExecutor {
 public:
  /// Runs `event` after those posted before: here, unless another thread (or an event on this one)
  /// is running events; then that one runs it. False when closed: it will not run. The first
  /// exception that leaves an event is thrown on by the Post() that ran it, when no event is left.
  bool Post(std::function<void()> event);

  /// Accepts no more events, and waits until those that it has have run. Idempotent.
  void Close();

 private:
  quorum::sync::Mutex mutex_;
  quorum::sync::ConditionVariable idle_;
  std::deque<std::function<void()>> events_;
  bool running_ = false;
  bool closed_ = false;
};

}  // namespace paxos
