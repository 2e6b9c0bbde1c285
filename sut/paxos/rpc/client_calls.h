// Which calls of clients are open, so that a server can end without cutting one off, and so that
// there are never more than it can carry.
//
// Invariants: after Drain has begun no call enters; never are more than the most open.
// Thread-safe.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "sut/paxos/roles/types.h"

namespace paxos {

class ClientCalls : public std::enable_shared_from_this<ClientCalls> {
 public:
  /// A call is open for as long as someone holds it.
  using Open = std::shared_ptr<ClientCalls>;

  /// Null: the call must not enter, because too many are open (`full`), or since Drain.
  struct Entered {
    Open open;
    bool full = false;
  };

  explicit ClientCalls(int most) : most_(most) {}

  /// The object must be in a shared_ptr.
  Entered Enter();
  /// Takes no more calls, and waits until none is open, but not longer than `grace`.
  void Drain(Duration grace);

 private:
  void Leave();

  std::mutex mutex_;
  std::condition_variable idle_;
  const int most_;
  int open_ = 0;
  bool draining_ = false;
};

}  // namespace paxos
