// The calls' code with its threads under one scheduler: every lock, unlock, wait, notification,
// atomic operation and stop callback of quorum_core is a choice. Callers, a canceller, whoever
// shuts nodes down, networks, handlers and the timer are threads of their own.
//
// Monitors: "deadlock" and "threads" of systematic/fibers; every node call has exactly one result
// and every call one outcome, one that fits what was heard; no quorum function runs twice at a
// time; whatever was under way is over when Shutdown() returns; nothing is left at the end.
// Built with controlled_sync.h: no program has both these and the harnesses of calls_harness.h.
// Thread safety: that of HarnessInfo.
#pragma once

#include <string>
#include <vector>

#include "quorum/systematic/threads/scene.h"
#include "systematic/harness.h"

namespace quorum::systematic {

struct ThreadsOptions {
  /// By node: 's' behind a stream, 'l' in this process.
  std::string nodes = "ss";
  int calls = 2;
  bool cancel = true;    ///< a thread may give one call up
  bool shutdown = true;  ///< a thread may close and shut down one node
  ThreadBudgets budgets = {};
};

/// A harness of the name `name`.
::systematic::HarnessInfo ThreadsHarness(const std::string& name, const std::string& about,
                                         const ThreadsOptions& options);

/// All that there are: of streams, of local calls, of both, and of a quorum call alone.
std::vector<::systematic::HarnessInfo> AllThreadHarnesses();

}  // namespace quorum::systematic
