// The replicas of one test case, and what a test does to them: starts clients, lets time pass,
// takes replicas down and brings them back. The replicas are in this process (local_cluster.h), or
// each in a process of its own (process_cluster.h).
//
// Invariants:
//  1. replicas are 0..n-1; each has a clock of its own, which moves only by EndPeriod();
//  2. the destructor ends everything in the order that gRPC needs; afterwards no process, port,
//     socket or call is left (unix sockets are abstract: they have no file).
// Not thread-safe: all calls come from the test's thread. gRPC stays out of this header.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>

#include "adapter/options.h"
#include "adapter/systems/paxos/cluster/client_reach.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

/// The system under test broke down in a way that none of its events tells: a process of its ended,
/// a server cannot be reached. Says what happened; the case fails.
class SystemFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct ClusterOptions {
  int replicas = 0;
  paxos::QuorumSizes quorums;
  Transport transport = Transport::kTcp;
  std::chrono::milliseconds call_timeout{10'000};
  bool ordered = false;  ///< replicas talk over streams
};

/// How one client's call ends. One of the two is called, on a thread of gRPC.
struct ClientEvents {
  std::function<void(const std::string& value)> on_answer;
  std::function<void(const std::string& reason)> on_failure;
};

class Cluster {
 public:
  virtual ~Cluster() = default;

  /// Makes a client with connections of its own, and has it propose `value` to whom it reaches.
  virtual void Propose(const std::string& value, const ClientReach& reach, ClientEvents events) = 0;

  /// All clients ask their replicas again.
  virtual void AskAgain() = 0;

  /// Ends the current period of a replica's failure detector.
  virtual void EndPeriod(paxos::ReplicaId replica) = 0;
  /// Sends all messages on that the fault of that index has held back.
  virtual void Release(std::size_t fault) = 0;
  /// Takes down a replica that crashed by the plan of faults. Only its storage is left.
  virtual void TakeDown(paxos::ReplicaId replica) = 0;
  /// Starts a replica that was taken down, with its old storage. All clients ask it again.
  virtual void Restart(paxos::ReplicaId replica) = 0;
};

}  // namespace adapter
