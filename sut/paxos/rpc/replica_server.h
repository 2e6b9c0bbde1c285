// One replica behind a real gRPC server: the public entry point for the adapter and paxos_server.
//
// Order of the calls:
//  1. the constructor: the server listens, and refuses calls until it is connected;
//  2. Connect: it gets its peers, and the roles begin;
//  3. Drain, for an orderly end;
//  4. Disconnect: the roles end, and so do all calls that go out;
//  5. the destructor: the server ends.
// In a cluster in one process, Disconnect all servers before the first one is destroyed: an RPC on
// the in-process channel of a server that is shut down crashes.
//
// Invariants: nothing is left behind: no thread of its own, port, socket file or call in flight.
// A restart is a new object with the same Storage.
// gRPC's health service, where the process has enabled it, says SERVING for "" and "paxos.Paxos"
// from Connect to Drain or Disconnect. Thread-safe after Connect, but for Drain, Disconnect and the
// destructor, which block (never call them on a gRPC thread, in an event, or in a timer).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/clock.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/types.h"

namespace grpc {
class ChannelCredentials;
class ServerCredentials;
}  // namespace grpc

namespace paxos {

/// What clients of a server can take of it at most. A client that wants more waits, is refused, or
/// is disconnected; the others do not notice.
struct ServerLimits {
  int streams = 1000;               ///< calls that are open on one connection
  int calls = 10'000;               ///< calls of clients that are open, on all connections
  int memory_mb = 256;              ///< what gRPC may take for connections and calls
  int kept_descriptors = 64;        ///< are not for connections
  Duration handshake{20'000'000};   ///< from connecting to the end of its handshake
  Duration idle{5 * 60'000'000LL};  ///< how long a connection may have no call
  /// As ListenerOptions::on_change.
  std::function<void(bool refused, const std::string& text)> on_change = nullptr;
};

class ReplicaServer {
 public:
  struct Options {
    /// Is called with what the log should say, in an event of the replica: it must be short and
    /// must not touch the server.
    std::function<void(const Notice& notice)> on_notice = nullptr;
    /// TLS for those who call it, and for its own calls (quorum/tls.h); null: unprotected.
    std::shared_ptr<grpc::ServerCredentials> server_credentials = nullptr;
    std::shared_ptr<grpc::ChannelCredentials> channel_credentials = nullptr;
    /// Limits what clients can take of it: calls that wait, connections that do nothing,
    /// descriptors (listener.h). Null: none. Not for kInProcess.
    std::shared_ptr<const ServerLimits> limits = nullptr;
    /// In which order its peers see its messages. It takes theirs in either way.
    quorum::Order order = quorum::Order::kNone;
  };

  /// Where the server listens: "127.0.0.1:0" (tcp; port 0: any free one), "unix:/path/to.sock", or
  /// kInProcess. Clock, storage and instrumentation must outlive the object.
  static constexpr const char* kInProcess = "";
  ReplicaServer(const ReplicaConfig& config, const std::string& address, Clock& clock,
                Storage& storage, Instrumentation* instrumentation = nullptr);
  ReplicaServer(const ReplicaConfig& config, const std::string& address, Clock& clock,
                Storage& storage, Instrumentation* instrumentation, Options options);
  ~ReplicaServer();
  ReplicaServer(const ReplicaServer&) = delete;
  ReplicaServer& operator=(const ReplicaServer&) = delete;

  ReplicaId id() const;
  /// How peers and clients reach the server: its address with the chosen port, or an in-process
  /// channel.
  quorum::Endpoint endpoint() const;

  /// Gives it the endpoints of all replicas (its own included) and starts the roles. Once. Throws
  /// ConfigError when the ids are not 0..n-1.
  void Connect(const std::vector<quorum::Endpoint>& replicas);

  /// Takes no new requests of clients, and waits until those that wait for the decided value have
  /// it, but not longer than `grace`.
  void Drain(Duration grace);

  /// Stops the roles, answers parked clients with an error, ends all calls that go out. Idempotent.
  void Disconnect();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
