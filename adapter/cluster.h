// The replicas of one test case: real gRPC servers in this process, on a clock that the test moves.
//
// Invariants:
//  1. replicas are 0..n-1; all share one clock, so that their failure detectors' periods end
//     together;
//  2. the destructor ends everything in the order that gRPC needs; afterwards no port, socket or
//     call is left (unix sockets are abstract: they have no file).
// Not thread-safe. gRPC stays out of this header.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapter/options.h"
#include "sut/paxos/instrumentation.h"
#include "sut/paxos/types.h"

namespace adapter {

struct ClusterOptions {
  int replicas = 0;
  int quorum_size = 0;  ///< of all quorum calls
  Transport transport = Transport::kTcp;
  std::chrono::milliseconds call_timeout{10'000};
};

/// One client's end: calls back once, on a thread of gRPC.
struct ClientEvents {
  std::function<void(const std::string& value)> on_answer;
  std::function<void(const std::string& reason)> on_failure;
};

class Cluster {
 public:
  /// Starts the servers, connects them and begins the roles. Throws std::runtime_error when a
  /// server cannot start. `instrumentation` must outlive the cluster.
  Cluster(const ClusterOptions& options, paxos::Instrumentation& instrumentation);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  /// Makes a client with connections of its own, and has it propose `value`.
  void Propose(const std::string& value, ClientEvents events);

  /// Ends the current period of every failure detector.
  void EndPeriod();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
