// For tests of the proxy: the two ends of its links, as plain sockets that block.
//
// A call that waits for half a minute gives up. Not thread-safe: an object is for one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "base/file_descriptor.h"

namespace adapter {

/// One end of a connection, or a socket of datagrams.
class Peer {
 public:
  Peer() = default;
  explicit Peer(base::FileDescriptor socket);

  int socket() const { return socket_.get(); }
  explicit operator bool() const { return static_cast<bool>(socket_); }

  /// False when the connection is gone.
  bool Send(const std::string& bytes) const;
  /// Exactly `count` bytes; fewer when the other side has ended or reset before.
  std::string Receive(std::size_t count) const;
  /// What is there: "data", "nothing", "end" or "reset"; takes nothing.
  std::string State() const;
  /// The same, as soon as there is something.
  std::string Next() const;

  void ShutDown() const;
  void Close() { socket_.Close(); }
  void Reset();

  /// Of a socket of datagrams: the next one.
  std::string ReceiveDatagram() const;

 private:
  base::FileDescriptor socket_;
};

/// No peer, and errno, when it is refused.
Peer ConnectTo(std::uint16_t port);
Peer DatagramsTo(std::uint16_t port);

/// Accepts connections.
class ListeningServer {
 public:
  /// Port 0: the kernel chooses.
  explicit ListeningServer(std::uint16_t port = 0);
  std::uint16_t port() const { return port_; }
  Peer Accept() const;
  /// Is there a connection to accept?
  bool HasConnection() const;
  void Close() { socket_.Close(); }
  int socket() const { return socket_.get(); }

 private:
  base::FileDescriptor socket_;
  std::uint16_t port_ = 0;
};

/// A socket of datagrams with a port, and who sent the last one.
class DatagramServer {
 public:
  DatagramServer();
  std::uint16_t port() const { return port_; }
  std::string Receive();
  /// Is there one to receive?
  bool HasDatagram() const;
  void Reply(const std::string& bytes) const;

 private:
  base::FileDescriptor socket_;
  std::uint16_t port_ = 0;
  std::uint16_t sender_ = 0;
};

/// Waits until the condition holds; false after half a minute.
template <typename Condition>
bool Eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace adapter
