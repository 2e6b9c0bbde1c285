#include "adapter/process/ports.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <random>
#include <string>
#include <utility>

#include "adapter/process/process_spec.h"

namespace adapter {
namespace {

// A name that only one socket of the machine can have; the kernel takes it back when the process
// ends, however it ends.
base::FileDescriptor Lock(int port) {
  base::FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = fmt::format("cpngen-port-{}", port);
  name.copy(address.sun_path + 1, name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return {};
  return socket;
}

bool CanBind(int family, int type, const sockaddr* address, socklen_t size) {
  const base::FileDescriptor socket(::socket(family, type | SOCK_CLOEXEC, 0));
  if (!socket) return errno == EAFNOSUPPORT;
  const int on = 1;
  if (family == AF_INET6) ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  return ::bind(socket.get(), address, size) == 0 || errno == EADDRNOTAVAIL;
}

// For all addresses: a server may take any of them. Nobody listens, so that nothing lingers; a port
// with connections that still linger is not free.
bool IsFree(int port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(static_cast<std::uint16_t>(port));
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = four.sin_port;
  for (const int type : {SOCK_STREAM, SOCK_DGRAM}) {
    if (!CanBind(AF_INET, type, reinterpret_cast<const sockaddr*>(&four), sizeof four) ||
        !CanBind(AF_INET6, type, reinterpret_cast<const sockaddr*>(&six), sizeof six)) {
      return false;
    }
  }
  return true;
}

}  // namespace

PortRange EphemeralPorts() {
  PortRange range = {32'768, 60'999};
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  PortRange read;
  if (file >> read.first >> read.last) range = read;
  return range;
}

PortReservation::PortReservation(PortRange among) {
  const PortRange ephemeral = EphemeralPorts();
  const int count = among.last - among.first + 1;
  // Not the next one: a client of an instance that has just ended may still try its port.
  const int start = static_cast<int>(std::random_device()() % static_cast<unsigned>(count));
  for (int i = 0; i < count; ++i) {
    const int port = among.first + (start + i) % count;
    if (port >= ephemeral.first && port <= ephemeral.last) continue;
    base::FileDescriptor lock = Lock(port);
    if (!lock || !IsFree(port)) continue;
    lock_ = std::move(lock);
    port_ = static_cast<std::uint16_t>(port);
    return;
  }
  throw ProcessError(
      fmt::format("no port is free: of {} to {}, all are taken, or kept for outgoing connections "
                  "({} to {}, net.ipv4.ip_local_port_range)",
                  among.first, among.last, ephemeral.first, ephemeral.last));
}

}  // namespace adapter
