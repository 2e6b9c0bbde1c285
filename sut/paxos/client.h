// A client: proposes a value to all replicas and gets the decided one.
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
#include "sut/paxos/quorum_functions.h"
#include "sut/paxos/types.h"

namespace paxos {

struct ClientOptions {
  int quorum_size = 0;           ///< answers needed; 0: a majority
  Duration timeout{10'000'000};  ///< deadline of a proposal
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
  /// The same, and waits. Never call it on a gRPC thread.
  Result Propose(const std::string& value);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
