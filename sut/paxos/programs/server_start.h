// The start of a server: from its settings to a replica that serves. paxos_server does all of it in
// one go; a test puts something of its own into it, and does it in two steps.
//
// Order: everything that is wrong with the settings is said before the data folder is opened, and
// what is wrong with that before anything listens. Not thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "sut/paxos/programs/log.h"
#include "sut/paxos/programs/server_call.h"
#include "sut/paxos/roles/clock.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/storage/disk_calls.h"

namespace paxos {

/// What a test puts into a server; paxos_server has none of it. All of it must outlive the server.
struct ServerHooks {
  Instrumentation* instrumentation = nullptr;
  /// Puts something in front of the replica's storage.
  std::function<std::unique_ptr<Storage>(std::unique_ptr<Storage>)> decorate_storage = nullptr;
  Clock* clock = nullptr;         ///< in place of the system's
  std::optional<DiskCalls> disk;  ///< that its data folder is on
  /// How it reaches these replicas, itself among them; null: at their addresses.
  std::function<std::vector<quorum::Endpoint>(const std::vector<quorum::Endpoint>&)> reach =
      nullptr;
  quorum::Order order = quorum::Order::kNone;  ///< of what it sends to its peers
  /// Takes what the server has to say.
  std::function<void(LogLevel, const std::string&, const LogFields&)> log = Log;
};

class StartedServer {
 public:
  /// Checks the settings, opens the data folder, and listens. `on_halt` is called in an event of
  /// the replica when its storage fails: it must be short. Throws ConfigError, StorageError, or
  /// quorum::CredentialsError.
  StartedServer(const ServerSettings& settings, const ServerHooks& hooks,
                std::function<void()> on_halt = nullptr);
  ~StartedServer();
  StartedServer(const StartedServer&) = delete;
  StartedServer& operator=(const StartedServer&) = delete;

  /// Begins the roles. Once.
  void Serve();
  /// The replica's storage failed, it serves no longer.
  bool halted() const;
  /// Takes no new clients, and lets those that wait have the decided value for the grace time.
  void Drain();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace paxos
