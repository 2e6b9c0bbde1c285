// The Link to this very process: a call is a function call, nothing is serialised, and no network
// can lose it.
//
// Invariants: those of Link and PendingCalls; the handler runs inside Start, in the caller's order.
// Thread-safe.
#pragma once

#include <memory>

#include "quorum/dispatcher.h"
#include "quorum/link.h"
#include "quorum/pending_calls.h"

namespace quorum {

class LocalLink : public Link {
 public:
  LocalLink(std::shared_ptr<const Dispatcher> handlers, std::shared_ptr<Timer> timer);
  ~LocalLink() override;

  void Start(std::shared_ptr<NodeCall> call) override;
  void Shutdown() override;

 private:
  const std::shared_ptr<const Dispatcher> handlers_;
  const std::shared_ptr<PendingCalls> pending_;
};

}  // namespace quorum
