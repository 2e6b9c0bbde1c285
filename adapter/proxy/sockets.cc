#include "adapter/proxy/sockets.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>

namespace adapter {
namespace {

base::FileDescriptor NewSocket(int type) {
  return base::FileDescriptor(::socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

const sockaddr* Generic(const sockaddr_in& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

base::FileDescriptor BoundTcpTo(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_STREAM);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const sockaddr_in address = LoopbackAddress(port);
  if (::bind(socket.get(), Generic(address), sizeof address) != 0) return {};
  return socket;
}

}  // namespace

sockaddr_in LoopbackAddress(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::uint16_t PortOf(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

base::FileDescriptor BoundTcp(std::uint16_t port) {
  // Asked for by its number, too: a port that the kernel chose is lost when listening ends.
  if (port == 0) {
    const base::FileDescriptor chosen = BoundTcpTo(0);
    return chosen ? BoundTcpTo(PortOf(chosen.get())) : base::FileDescriptor();
  }
  return BoundTcpTo(port);
}

bool ListenOn(int socket) { return ::listen(socket, SOMAXCONN) == 0; }

base::FileDescriptor ConnectTcp(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_STREAM);
  if (!socket) return {};
  SendWithoutDelay(socket.get());
  const sockaddr_in address = LoopbackAddress(port);
  if (::connect(socket.get(), Generic(address), sizeof address) != 0 && errno != EINPROGRESS) {
    return {};
  }
  return socket;
}

void SendWithoutDelay(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

base::FileDescriptor BoundUdp(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_DGRAM);
  const sockaddr_in address = LoopbackAddress(port);
  if (::bind(socket.get(), Generic(address), sizeof address) != 0) return {};
  return socket;
}

base::FileDescriptor ConnectUdp(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_DGRAM);
  const sockaddr_in address = LoopbackAddress(port);
  if (::connect(socket.get(), Generic(address), sizeof address) != 0) return {};
  return socket;
}

void CloseWithReset(base::FileDescriptor& socket) {
  if (!socket) return;
  const linger at_once = {1, 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  socket.Close();
}

}  // namespace adapter
