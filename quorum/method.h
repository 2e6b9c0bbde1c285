// Names of methods and options of calls.
//
// Plain values without gRPC.
#pragma once

#include "quorum/sync.h"
#include "quorum/types.h"

namespace quorum {

/// A method of a service, as generated code names it. Lives as long as the program.
struct Method {
  const char* name;      ///< "/package.Service/Method"
  bool one_way = false;  ///< its reply is of no interest: nobody waits for it
};

/// How a call is made.
struct CallOptions {
  Duration timeout{1'000'000};  ///< from now to the deadline
  /// Sends the message on its own, not in the order of the node's other messages. Nodes without
  /// order (Order::kNone) send all messages so.
  bool unordered = false;
  sync::StopToken cancellation = {};  ///< triggered: the call is given up
};

}  // namespace quorum
