// How the adapter and a replica in a process of its own talk: messages over a pair of sockets, JSON
// in each.
//
// Two sockets for each process: on kReports the replica says or asks something and waits for the
// answer, so that an event is in the log before the replica acts on it; on kCommands the adapter
// tells it what to do. Invariants: a message arrives whole or not at all; when one end goes, the
// other one receives nothing any more, and does not wait. A socket is for one thread at a time at
// each end.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "adapter/fault_plan.h"
#include "oracles/observation.h"
#include "sut/paxos/instrumentation.h"

namespace adapter {

/// File descriptors in the replica's process.
inline constexpr int kReports = 200;
inline constexpr int kCommands = 201;

class ControlSocket {
 public:
  /// Takes the descriptor over; -1: none.
  explicit ControlSocket(int descriptor = -1) : descriptor_(descriptor) {}
  ~ControlSocket();
  ControlSocket(ControlSocket&& other) noexcept;
  ControlSocket& operator=(ControlSocket&& other) noexcept;

  int descriptor() const { return descriptor_; }
  /// False when the other end is gone.
  bool Send(const nlohmann::json& message) const;
  /// Nothing when the other end is gone.
  std::optional<nlohmann::json> Receive() const;

 private:
  int descriptor_;
};

/// Both ends of a new connection. Throws std::system_error.
std::pair<ControlSocket, ControlSocket> ConnectedSockets();

nlohmann::json ToJson(const paxos::Event& event);
paxos::Event EventFrom(const nlohmann::json& json);
nlohmann::json ToJson(const Letter& letter);
Letter LetterFrom(const nlohmann::json& json);
nlohmann::json ToJson(const Routing& routing);
Routing RoutingFrom(const nlohmann::json& json);
nlohmann::json ToJson(const oracles::Saved& saved);
oracles::Saved SavedFrom(const nlohmann::json& json);

}  // namespace adapter
