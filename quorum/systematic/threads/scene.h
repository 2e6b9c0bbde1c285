// What the parts of one execution of threads share: the threads, budgets of faults, counts of what
// must be gone at the end, and the calls that nodes were sent.
//
// Thread safety: none; the threads are fibers, which change places only where fibers do.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quorum/systematic/world.h"
#include "quorum/types.h"
#include "systematic/fibers/threads.h"

namespace quorum::systematic {

using ::systematic::fibers::Threads;

/// How often each may happen before the heal.
struct ThreadBudgets {
  int deadlines = 1;   ///< functions of the timer that run
  int breaks = 1;      ///< streams that break
  int duplicates = 1;  ///< replies that come twice
  int silences = 1;    ///< requests without an answer
};

/// A call to one node, as its judge follows it.
struct Sent {
  NodeId node = 0;
  bool started = false;    ///< the node's Start() has returned
  bool delivered = false;  ///< its result was handed on, and whoever got it has returned
};

class Scene {
 public:
  Scene(Threads& all, const ThreadBudgets& limits) : threads(all), budgets(limits) {}
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  Threads& threads;
  ThreadBudgets budgets;
  Alive alive;
  bool healed = false;
  int results = 0;  ///< that calls have heard of
  std::vector<std::shared_ptr<const Sent>> sent;

  /// Whether something happens that a budget bounds: the running thread chooses.
  bool Spend(int ThreadBudgets::*budget, std::string_view what) {
    if (healed || budgets.*budget <= 0 || threads.Choose(what, 2) == 0) return false;
    --(budgets.*budget);
    return true;
  }
  void Fail(std::string_view monitor, std::string message) {
    threads.scheduler().Fail(monitor, std::move(message));
  }
  /// Something that happened, for the hash of the execution and for reports.
  void Observe(const std::string& what) {
    threads.scheduler().Observe(what);
    if (threads.scheduler().recording()) threads.scheduler().Note(what);
  }
};

}  // namespace quorum::systematic
