// Accepts connections for a gRPC server, and keeps descriptors back for the program itself.
//
// gRPC's own listening ends for good with the first accept() that finds no descriptor: a server
// that so many connections once met would never be reached again. A Listener refuses connections
// while descriptors are short, and accepts again as soon as some are closed.
//
// Invariants: no connection gets one of the last `kept_descriptors`; whatever accept() says, the
// Listener goes on. Order of the calls: the constructor (binds), AddTo, BuildAndStart of the
// server, Start; Stop before the server is shut down. Not thread-safe but for what its own thread
// does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "quorum/listening_sockets.h"

namespace grpc {
class ServerBuilder;
class ServerCredentials;
namespace experimental {
class ExternalConnectionAcceptor;
}
}  // namespace grpc

namespace paxos {

struct ListenerOptions {
  /// Of the limit on descriptors (RLIMIT_NOFILE), so many are not for connections.
  int kept_descriptors = 64;
  /// Is told, on the Listener's thread, that connections are refused, and that they are accepted
  /// again: at most once a second.
  std::function<void(bool refused, const std::string& text)> on_change = nullptr;
};

class Listener {
 public:
  /// Listens on an address (quorum/listening_sockets.h). Throws quorum::ServerError.
  Listener(const std::string& address, ListenerOptions options);
  /// Stops.
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// 0 for Unix sockets.
  int port() const { return sockets_.port(); }

  /// Makes the server that is built take the connections, protected by `credentials`.
  void AddTo(grpc::ServerBuilder& builder,
             const std::shared_ptr<grpc::ServerCredentials>& credentials);
  void Start();
  /// Accepts no more. Idempotent; waits for its thread.
  void Stop();

 private:
  class Gate;

  void Run();
  /// Until there is none, or none can be accepted now.
  bool AcceptAll(int socket, Gate& gate);

  const ListenerOptions options_;
  quorum::ListeningSockets sockets_;
  quorum::Descriptor stop_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor_;
  std::thread thread_;
};

}  // namespace paxos
