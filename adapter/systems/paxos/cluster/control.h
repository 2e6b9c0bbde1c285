// A socket between the adapter and a process that it started: messages of JSON
// (replica_messages.h), and the handing over of sockets.
//
// Invariants: a message arrives whole or not at all; when one end goes, the other one receives
// nothing any more, and does not wait. A socket is for one thread at a time at each end.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace adapter {

/// The fork server's end of its socket (fork_server.h).
inline constexpr int kForkRequests = 3;

class ControlSocket {
 public:
  /// Takes the descriptor over; -1: none.
  explicit ControlSocket(int descriptor = -1) : descriptor_(descriptor) {}
  ~ControlSocket();
  ControlSocket(ControlSocket&& other) noexcept;
  ControlSocket& operator=(ControlSocket&& other) noexcept;

  int descriptor() const { return descriptor_; }
  void Close() { ControlSocket(std::move(*this)); }
  /// False when the other end is gone.
  bool Send(const nlohmann::json& message) const;
  /// Nothing when the other end is gone.
  std::optional<nlohmann::json> Receive() const;

  /// Hands sockets over to the process at the other end, which has its own descriptors of them
  /// then. False when it is gone.
  bool SendSockets(const std::array<const ControlSocket*, 2>& sockets) const;
  /// Nothing when the other end is gone.
  std::optional<std::array<ControlSocket, 2>> ReceiveSockets() const;

 private:
  int descriptor_;
};

/// Both ends of a new connection. Throws std::system_error.
std::pair<ControlSocket, ControlSocket> ConnectedSockets();

}  // namespace adapter
