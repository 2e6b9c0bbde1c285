#include "adapter/systems/connections/tcp_stream.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/poll_timeout.h"

namespace adapter {
namespace {

[[noreturn]] void Throw(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

TcpStream::TcpStream(int port, Deadline deadline)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (!socket_) Throw("socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* const name = reinterpret_cast<const sockaddr*>(&address);
  if (::connect(socket_.get(), name, sizeof address) == 0) return;
  if (errno != EINPROGRESS || !WaitFor(POLLOUT, deadline)) Throw("connect");
  socklen_t size = sizeof errno;
  int error = 0;
  ::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) throw std::system_error(error, std::generic_category(), "connect");
}

TcpStream::TcpStream(base::FileDescriptor connection) : socket_(std::move(connection)) {
  ::fcntl(socket_.get(), F_SETFL, ::fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
}

bool TcpStream::WaitFor(short events, Deadline deadline) const {
  pollfd polled{socket_.get(), events, 0};
  while (true) {
    const int count = ::poll(&polled, 1, base::PollTimeout(deadline));
    if (count > 0) return true;
    if (count == 0) {
      errno = ETIMEDOUT;
      return false;
    }
    if (errno != EINTR) return false;
  }
}

bool TcpStream::Write(std::string_view bytes, Deadline deadline) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      if (!WaitFor(POLLOUT, deadline)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

std::optional<std::string> TcpStream::Read(Deadline deadline) const {
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (count >= 0) return std::string(buffer.data(), static_cast<std::size_t>(count));
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return std::string();
    if (!WaitFor(POLLIN, deadline)) return std::nullopt;
  }
}

}  // namespace adapter
