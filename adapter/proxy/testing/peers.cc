#include "adapter/proxy/testing/peers.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

#include "adapter/proxy/sockets.h"

namespace adapter {
namespace {

base::FileDescriptor NewSocket(int type) {
  base::FileDescriptor socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  if (!socket) throw std::runtime_error("no socket is left for the test");
  return socket;
}

base::FileDescriptor Bound(int type, std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(type);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const sockaddr_in address = LoopbackAddress(port);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("no port for the test");
  }
  return socket;
}

bool Connect(int socket, std::uint16_t port) {
  const sockaddr_in address = LoopbackAddress(port);
  return ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool CanRead(int socket, int milliseconds) {
  pollfd readable = {socket, POLLIN, 0};
  return ::poll(&readable, 1, milliseconds) > 0;
}

constexpr int kPatience = 30'000;

}  // namespace

Peer::Peer(base::FileDescriptor socket) : socket_(std::move(socket)) {
  const timeval patience = {kPatience / 1000, 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

bool Peer::Send(const std::string& bytes) const {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        ::send(socket_.get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::string Peer::Receive(std::size_t count) const {
  std::string bytes(count, '\0');
  std::size_t received = 0;
  while (received < count) {
    const ssize_t part = ::recv(socket_.get(), bytes.data() + received, count - received, 0);
    if (part <= 0) break;
    received += static_cast<std::size_t>(part);
  }
  bytes.resize(received);
  return bytes;
}

std::string Peer::State() const {
  char byte = 0;
  const ssize_t count = ::recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count > 0) return "data";
  if (count == 0) return "end";
  return errno == EAGAIN ? "nothing" : "reset";
}

std::string Peer::Next() const {
  CanRead(socket_.get(), kPatience);
  return State();
}

void Peer::ShutDown() const { ::shutdown(socket_.get(), SHUT_WR); }

void Peer::Reset() { CloseWithReset(socket_); }

std::string Peer::ReceiveDatagram() const {
  std::string bytes(65'536, '\0');
  const ssize_t count = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return bytes;
}

Peer ConnectTo(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_STREAM);
  if (!Connect(socket.get(), port)) return {};
  return Peer(std::move(socket));
}

Peer DatagramsTo(std::uint16_t port) {
  base::FileDescriptor socket = NewSocket(SOCK_DGRAM);
  if (!Connect(socket.get(), port)) return {};
  return Peer(std::move(socket));
}

ListeningServer::ListeningServer(std::uint16_t port)
    : socket_(Bound(SOCK_STREAM, port)), port_(PortOf(socket_.get())) {
  if (::listen(socket_.get(), SOMAXCONN) != 0) throw std::runtime_error("cannot listen");
}

Peer ListeningServer::Accept() const {
  if (!CanRead(socket_.get(), kPatience)) return {};
  return Peer(base::FileDescriptor(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC)));
}

bool ListeningServer::HasConnection() const { return CanRead(socket_.get(), 0); }

DatagramServer::DatagramServer() : socket_(Bound(SOCK_DGRAM, 0)), port_(PortOf(socket_.get())) {}

std::string DatagramServer::Receive() {
  std::string bytes(65'536, '\0');
  if (!CanRead(socket_.get(), kPatience)) return "nothing came";
  sockaddr_in sender{};
  socklen_t size = sizeof sender;
  const ssize_t count = ::recvfrom(socket_.get(), bytes.data(), bytes.size(), 0,
                                   reinterpret_cast<sockaddr*>(&sender), &size);
  sender_ = ntohs(sender.sin_port);
  bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return bytes;
}

bool DatagramServer::HasDatagram() const { return CanRead(socket_.get(), 0); }

void DatagramServer::Reply(const std::string& bytes) const {
  const sockaddr_in address = LoopbackAddress(sender_);
  ::sendto(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

}  // namespace adapter
