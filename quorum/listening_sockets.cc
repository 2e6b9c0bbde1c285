#include "quorum/listening_sockets.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "quorum/server.h"

namespace quorum {
namespace {

constexpr int kSocketFlags = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
constexpr int kBacklog = 1024;  // connections that wait to be accepted

[[noreturn]] void Fail(const std::string& address, const std::string& reason) {
  throw ServerError(fmt::format("cannot listen on {}: {}", address, reason));
}

/// Takes `prefix`, and slashes that an address may have behind it, off the text.
bool TakeScheme(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  if (text.starts_with("///")) text.erase(0, 2);
  return true;
}

void SetFlag(int socket, int level, int option, int value) {
  ::setsockopt(socket, level, option, &value, sizeof value);
}

bool BindAndListen(const Descriptor& socket, const sockaddr* address, socklen_t size) {
  return socket.get() >= 0 && ::bind(socket.get(), address, size) == 0 &&
         ::listen(socket.get(), kBacklog) == 0;
}

void RemoveSocketFile(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode)) ::unlink(path.c_str());
}

in_port_t& PortOf(sockaddr_storage& address) {
  return address.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(address).sin6_port
                                       : reinterpret_cast<sockaddr_in&>(address).sin_port;
}

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses Resolve(const std::string& host, const std::string& port, const std::string& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) Fail(address, ::gai_strerror(error));
  return {found, &::freeaddrinfo};
}

}  // namespace

ListeningSockets::ListeningSockets(const std::string& address) {
  std::string rest = address;
  const bool abstract = TakeScheme(rest, "unix-abstract:");
  if (abstract || TakeScheme(rest, "unix:")) {
    ListenOnUnix(rest, abstract);
    return;
  }
  for (const char* const scheme : {"dns:", "ipv4:", "ipv6:"}) {
    if (!TakeScheme(rest, scheme)) continue;
    if (rest.starts_with('/')) rest.erase(0, 1);
    break;
  }
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string::npos) Fail(address, "it has no port");
  std::string host = rest.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  ListenOnTcp(host, rest.substr(colon + 1));
}

ListeningSockets::~ListeningSockets() {
  if (!file_.empty()) RemoveSocketFile(file_);
}

void ListeningSockets::ListenOnUnix(const std::string& path, bool abstract) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  const std::size_t zero = abstract ? 1 : 0;  // an abstract name begins with one
  if (path.empty() || path.size() + 1 > sizeof name.sun_path) {
    Fail(path,
         fmt::format("the name of a Unix socket has 1 to {} bytes", sizeof name.sun_path - 1));
  }
  std::copy(path.begin(), path.end(), name.sun_path + zero);
  const std::size_t size =
      abstract ? offsetof(sockaddr_un, sun_path) + 1 + path.size() : sizeof name;
  if (!abstract) RemoveSocketFile(path);
  Descriptor socket(::socket(AF_UNIX, kSocketFlags, 0));
  if (!BindAndListen(socket, reinterpret_cast<const sockaddr*>(&name),
                     static_cast<socklen_t>(size))) {
    Fail(path, std::strerror(errno));
  }
  if (!abstract) file_ = path;
  sockets_.push_back(std::move(socket));
}

void ListeningSockets::ListenOnTcp(const std::string& host, const std::string& port) {
  const std::string address = fmt::format("{}:{}", host, port);
  const Addresses addresses = Resolve(host, port, address);
  int error = 0;
  for (const addrinfo* info = addresses.get(); info != nullptr; info = info->ai_next) {
    sockaddr_storage name{};
    std::memcpy(&name, info->ai_addr, info->ai_addrlen);
    if (port_ != 0) PortOf(name) = htons(static_cast<std::uint16_t>(port_));
    Descriptor socket(::socket(info->ai_family, kSocketFlags, 0));
    SetFlag(socket.get(), SOL_SOCKET, SO_REUSEADDR, 1);
    // Of a host with several addresses, each has a socket of its own.
    const bool several = addresses->ai_next != nullptr;
    if (info->ai_family == AF_INET6) SetFlag(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, several);
    SetFlag(socket.get(), IPPROTO_TCP, TCP_NODELAY, 1);  // connections inherit it
    if (!BindAndListen(socket, reinterpret_cast<const sockaddr*>(&name), info->ai_addrlen)) {
      error = errno;
      if (error == EADDRNOTAVAIL || error == EAFNOSUPPORT) continue;  // the others may do
      Fail(address, std::strerror(error));
    }
    socklen_t size = sizeof name;
    ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&name), &size);
    port_ = ntohs(PortOf(name));
    sockets_.push_back(std::move(socket));
  }
  if (sockets_.empty()) Fail(address, std::strerror(error));
}

}  // namespace quorum
