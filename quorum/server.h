// A server of handlers: takes their calls from streams (in order) and as RPCs of their own.
//
// Invariants: after the destructor no handler is called, and the port is free. A handler's answer
// may come after it. Thread-safe; the destructor blocks: never run it in a handler.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "quorum/dispatcher.h"

namespace grpc {
class Channel;
class ServerCredentials;
}  // namespace grpc

namespace quorum {

/// A server that cannot listen.
class ServerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Server {
 public:
  /// Listens on `address` ("127.0.0.1:0": any free port), protected by TLS (quorum/tls.h) unless
  /// `credentials` are null. Throws ServerError.
  Server(const std::string& address, std::shared_ptr<const Dispatcher> handlers,
         const std::shared_ptr<grpc::ServerCredentials>& credentials = nullptr);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The address that it listens on, with the chosen port.
  const std::string& address() const { return address_; }

 private:
  struct State;
  std::string address_;
  std::unique_ptr<State> state_;
};

}  // namespace quorum
