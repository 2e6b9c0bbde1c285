#include "adapter/systems/grpc/addresses.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace adapter {
namespace {

// Abstract unix sockets vanish with their process, however it ends; their names are the machine's.
std::string UniqueUnixAddress() {
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("unix-abstract:cpngen-adapter-{}-{}", ::getpid(), ++count);
}

// A socket that is bound to a free port of 127.0.0.1; SO_REUSEADDR, which gRPC sets, too, lets one
// other socket listen there.
int BindFreePort(std::uint16_t& port) {
  const int bound = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int yes = 1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bound < 0 || ::setsockopt(bound, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) != 0 ||
      ::bind(bound, generic, size) != 0 || ::getsockname(bound, generic, &size) != 0) {
    const int error = errno;
    if (bound >= 0) ::close(bound);
    throw std::system_error(error, std::generic_category(), "cannot have a port of 127.0.0.1");
  }
  port = ntohs(address.sin_port);
  return bound;
}

}  // namespace

std::string ListenAddress(Transport transport) {
  switch (transport) {
    case Transport::kTcp:
      return "127.0.0.1:0";
    case Transport::kUnix:
      return UniqueUnixAddress();
    case Transport::kInProcess:
      return "";  // a server without an address is one of this process
  }
  return "";
}

ReservedAddress::ReservedAddress(Transport transport) : listen_(ListenAddress(transport)) {
  target_ = listen_;
  if (transport != Transport::kTcp) return;
  std::uint16_t port = 0;
  socket_ = BindFreePort(port);
  listen_ = fmt::format("127.0.0.1:{}", port);
  target_ = "ipv4:" + listen_;  // no name to resolve
}

ReservedAddress::~ReservedAddress() {
  if (socket_ >= 0) ::close(socket_);
}

ReservedAddress::ReservedAddress(ReservedAddress&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      listen_(std::move(other.listen_)),
      target_(std::move(other.target_)) {}

}  // namespace adapter
