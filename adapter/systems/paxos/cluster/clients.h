// The clients of a case: each proposes once, and again to a server that comes back.
//
// Invariants: a client that asks twice may report two answers; it reports a failure of its first
// call only; the destructor ends all calls.
// Not thread-safe; the events come on threads of gRPC.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cluster/client_reach.h"
#include "adapter/systems/paxos/cluster/cluster.h"
#include "sut/paxos/rpc/client.h"

namespace adapter {

class Clients {
 public:
  explicit Clients(paxos::Duration timeout) : timeout_(timeout) {}

  /// A new client proposes `value` to those of these replicas, 0, 1, ..., that it reaches.
  void Propose(const std::vector<quorum::Endpoint>& replicas, const ClientReach& reach,
               const std::string& value, const ClientEvents& events);
  /// All clients ask their replicas again.
  void AskAgain();
  void Clear() { clients_.clear(); }

 private:
  struct Asking {
    std::unique_ptr<paxos::Client> client;
    std::string value;
    ClientEvents events;
  };

  const paxos::Duration timeout_;
  std::vector<Asking> clients_;
};

}  // namespace adapter
