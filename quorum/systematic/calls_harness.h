// Calls to nodes under one scheduler: the real QuorumCall, PendingCalls, StreamLink, LocalLink and
// Node between a modelled caller and modelled streams, timers, handlers and interceptors.
//
// Monitors: every node call has exactly one result and every call one outcome, the right one, in
// all orders of replies, deadlines, cancellations, broken streams and shutdown; none after
// Shutdown() has returned; no reply reaches another call; nothing is left at the end.
#pragma once

#include <string>
#include <vector>

#include "quorum/systematic/model_call.h"
#include "quorum/systematic/world.h"
#include "systematic/harness.h"

namespace quorum::systematic {

struct CallsOptions {
  /// By node: 's' behind a stream, 'l' in this process.
  std::string nodes = "ss";
  /// Empty: the scheduler chooses form, quorum and skipped node of as many calls as `calls` says.
  std::vector<CallPlan> plans = {};
  int calls = 2;
  int cancels = 1;       ///< calls that may be given up
  bool shutdown = true;  ///< nodes may be closed and shut down at any time
  bool interceptors = true;
  bool quick = false;  ///< fewer choices (model_stream.h)
  Budgets budgets = {};
};

/// A harness of the name `name`.
::systematic::HarnessInfo CallsHarness(const std::string& name, const std::string& about,
                                       const CallsOptions& options);

/// Two calls to two nodes behind streams, few choices, and no faults.
CallsOptions SmallOptions();
/// Small ones, two calls to two nodes with one fault at most, whose schedules can all be run.
std::vector<::systematic::HarnessInfo> SmallHarnesses();
/// Of streams, of local calls, and of both, with many faults.
std::vector<::systematic::HarnessInfo> LargeHarnesses();
/// Both.
std::vector<::systematic::HarnessInfo> AllHarnesses();

}  // namespace quorum::systematic
