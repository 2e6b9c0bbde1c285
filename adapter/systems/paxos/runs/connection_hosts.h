// Servers that are no replicas: each says what it is by its certificate, and tells whether a
// replica that connects to it goes on to talk to it.
//
// Invariants: the destructor ends their threads and connections. Thread-safe: their own threads
// wait for connections; all functions are for one thread.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "adapter/systems/connections/tcp_stream.h"
#include "adapter/systems/grpc/certificates.h"
#include "adapter/systems/paxos/cases/connection_case.h"
#include "quorum/listening_sockets.h"

namespace adapter {

class ConnectionHost {
 public:
  /// Listens on a port of 127.0.0.1. `certificates` must outlive it.
  ConnectionHost(cases::Identity identity, const Certificates& certificates);
  ~ConnectionHost();
  ConnectionHost(const ConnectionHost&) = delete;
  ConnectionHost& operator=(const ConnectionHost&) = delete;

  std::string address() const;
  /// What the first connection came to; nothing: none came to anything in time.
  std::optional<cases::HostOutcome> Await(Deadline deadline);

 private:
  void Run(const std::stop_token& stop);
  cases::HostOutcome Receive(TcpStream stream, Deadline deadline) const;

  const cases::Identity identity_;
  const Certificates& certificates_;
  quorum::ListeningSockets sockets_{"127.0.0.1:0"};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<cases::HostOutcome> outcome_;
  std::jthread thread_;
};

}  // namespace adapter
