// How messages travel to one node, and who may have a look at them on the way.
//
// Invariants: a link finishes every call that it is given (NodeCall::Finish), by the call's
// deadline or soon after it; it keeps the call alive until then. Implementations are thread-safe.
#pragma once

#include <functional>
#include <memory>

#include "quorum/node_call.h"

namespace quorum {

class Link {
 public:
  virtual ~Link() = default;
  /// Starts the call; may finish it before it returns.
  virtual void Start(std::shared_ptr<NodeCall> call) = 0;
  /// Begins what Shutdown() does, so that several links can end at the same time. Idempotent.
  virtual void Close() {}
  /// Cancels the calls under way, waits until they are finished, and fails those that are started
  /// later. Idempotent. Blocks.
  virtual void Shutdown() = 0;
};

/// Sees every call to the nodes of a Manager, also those to itself. Thread-safe.
class Interceptor {
 public:
  using Next = std::function<void(std::shared_ptr<NodeCall>)>;
  virtual ~Interceptor() = default;
  /// Passes the call on with next(call), now or later; or finishes it itself. To see the result:
  /// call->OnFinish().
  virtual void Intercept(std::shared_ptr<NodeCall> call, const Next& next) = 0;
};

}  // namespace quorum
