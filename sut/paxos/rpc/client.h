// A client: proposes a value to all replicas and gets the decided one, or asks what they know.
//
// Invariants: an outcome is ok only when enough replicas answered and all answers agree; a
// disagreement is in outcome.reply()->agree.
// Thread-safe. The destructor ends all calls and waits for their outcomes: never run it in `done`.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "quorum/types.h"
#include "sut/paxos/roles/quorum_functions.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

struct ClientOptions {
  int quorum_size = 0;           ///< answers needed; 0: a majority
  Duration timeout{10'000'000};  ///< deadline of a call
  /// TLS (quorum/tls.h); null: unprotected.
  std::shared_ptr<grpc::ChannelCredentials> credentials = nullptr;
};

/// What a replica says of itself, or why it does not.
struct ReplicaStatus {
  ReplicaId replica = 0;
  quorum::NodeResult<StatusReply> result;
};

class Client {
 public:
  using Result = quorum::Outcome<ClientResult>;

  /// Throws quorum::ConfigurationError (double ids or addresses, none), or paxos::ConfigError when
  /// quorum_size is not in 0..number of replicas.
  Client(const std::vector<quorum::Endpoint>& replicas, const ClientOptions& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// Starts a proposal; `done` runs once, on a gRPC thread.
  void Propose(const std::string& value, std::function<void(Result)> done);
  /// Proposes `value` and waits for the outcome. Never call it on a gRPC thread.
  Result Propose(const std::string& value);
  /// Proposes nothing: `done` runs when enough replicas have learned the decided value.
  void Wait(std::function<void(Result)> done);
  /// Waits until enough replicas have learned the decided value. Never call it on a gRPC thread.
  Result Wait();
  /// Asks each replica, and waits for all answers. In the order of their ids.
  std::vector<ReplicaStatus> Status();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
