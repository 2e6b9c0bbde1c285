// Sockets that listen on an address as gRPC writes them.
//
// Invariant: the file of a Unix socket goes with the object.
// Not thread-safe.
#pragma once

#include <string>
#include <vector>

#include "quorum/descriptor.h"

namespace quorum {

class ListeningSockets {
 public:
  /// Listens on "HOST:PORT" (all addresses of the host; port 0: any free one; also with dns:, ipv4:
  /// or ipv6: in front), "unix:PATH" or "unix-abstract:NAME". Throws ServerError (quorum/server.h).
  explicit ListeningSockets(const std::string& address);
  ~ListeningSockets();
  ListeningSockets(const ListeningSockets&) = delete;
  ListeningSockets& operator=(const ListeningSockets&) = delete;

  /// They do not block, and are not empty.
  const std::vector<Descriptor>& sockets() const { return sockets_; }
  /// 0 for Unix sockets.
  int port() const { return port_; }

 private:
  void ListenOnUnix(const std::string& path, bool abstract);
  void ListenOnTcp(const std::string& host, const std::string& port);

  std::vector<Descriptor> sockets_;
  std::string file_;  // of a Unix socket
  int port_ = 0;
};

}  // namespace quorum
