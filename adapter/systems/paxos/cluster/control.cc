#include "adapter/systems/paxos/cluster/control.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace adapter {
namespace {

// What goes with a message that hands two descriptors over.
struct Passing {
  static constexpr std::size_t kSize = 2 * sizeof(int);

  Passing() {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }

  char byte = 0;  // a message of nothing would mean that the other end is gone
  iovec part{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kSize)> control{};
  msghdr message{};
};

}  // namespace

ControlSocket::~ControlSocket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

ControlSocket::ControlSocket(ControlSocket&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

ControlSocket& ControlSocket::operator=(ControlSocket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

bool ControlSocket::Send(const nlohmann::json& message) const {
  // A value may be any bytes.
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  while (::send(descriptor_, text.data(), text.size(), MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

std::optional<nlohmann::json> ControlSocket::Receive() const {
  std::string text;
  for (const int flags : {MSG_PEEK | MSG_TRUNC, 0}) {  // asks for its size first
    ssize_t size = 0;
    do {
      size = ::recv(descriptor_, text.data(), text.size(), flags);
    } while (size < 0 && errno == EINTR);
    if (size <= 0) return std::nullopt;
    text.resize(static_cast<std::size_t>(size));
  }
  return nlohmann::json::parse(text);
}

bool ControlSocket::SendSockets(const std::array<const ControlSocket*, 2>& sockets) const {
  const std::array<int, 2> descriptors = {sockets[0]->descriptor(), sockets[1]->descriptor()};
  Passing passing;
  cmsghdr* const header = CMSG_FIRSTHDR(&passing.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(Passing::kSize);
  std::memcpy(CMSG_DATA(header), descriptors.data(), Passing::kSize);
  while (::sendmsg(descriptor_, &passing.message, MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

std::optional<std::array<ControlSocket, 2>> ControlSocket::ReceiveSockets() const {
  Passing passing;
  ssize_t size = 0;
  do {
    size = ::recvmsg(descriptor_, &passing.message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  const cmsghdr* const header = size > 0 ? CMSG_FIRSTHDR(&passing.message) : nullptr;
  if (header == nullptr || header->cmsg_len != CMSG_LEN(Passing::kSize)) return std::nullopt;
  std::array<int, 2> descriptors;
  std::memcpy(descriptors.data(), CMSG_DATA(header), Passing::kSize);
  return {{ControlSocket(descriptors[0]), ControlSocket(descriptors[1])}};
}

std::pair<ControlSocket, ControlSocket> ConnectedSockets() {
  std::array<int, 2> ends;
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  return {ControlSocket(ends[0]), ControlSocket(ends[1])};
}

}  // namespace adapter
