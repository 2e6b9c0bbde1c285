#include "sut/paxos/rpc/listener.h"

#include <fmt/format.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace paxos {
namespace {

constexpr int kPauseMs = 100;  // after an accept() that lacked descriptors or memory

/// The limit on descriptors now: an operator may change that of a running process.
rlim_t DescriptorLimit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace

// Decides who may come in, and tells when that changes.
class Listener::Gate {
 public:
  explicit Gate(const ListenerOptions& options) : options_(options) {}

  /// The kernel gives the lowest free number: all below this one are in use.
  bool Admits(int connection) {
    const bool admits =
        static_cast<rlim_t>(connection) + static_cast<rlim_t>(options_.kept_descriptors) <
        DescriptorLimit();
    if (admits) {
      Tell(false);
    } else {
      Refused();
    }
    return admits;
  }
  void Refused() {
    ++refused_;
    Tell(true);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void Tell(bool refuses) {
    const Clock::time_point now = Clock::now();
    if (refuses == told_refusing_ || !options_.on_change) return;
    if (told_ && now - *told_ < std::chrono::seconds(1)) return;
    told_ = now;
    told_refusing_ = refuses;
    if (refuses) {
      options_.on_change(true, fmt::format("refuses connections: of {} descriptors (ulimit -n), "
                                           "all but {} are in use",
                                           DescriptorLimit(), options_.kept_descriptors));
    } else {
      options_.on_change(false, fmt::format("accepts connections again, after it has refused {}",
                                            std::exchange(refused_, 0)));
    }
  }

  const ListenerOptions& options_;
  std::uint64_t refused_ = 0;
  bool told_refusing_ = false;
  std::optional<Clock::time_point> told_;
};

Listener::Listener(const std::string& address, ListenerOptions options)
    : options_(std::move(options)),
      sockets_(address),
      stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Listener::~Listener() { Stop(); }

void Listener::AddTo(grpc::ServerBuilder& builder,
                     const std::shared_ptr<grpc::ServerCredentials>& credentials) {
  acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD, credentials);
}

void Listener::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Listener::Stop() {
  if (!thread_.joinable()) return;
  ::eventfd_write(stop_.get(), 1);
  thread_.join();
}

void Listener::Run() {
  Gate gate(options_);
  std::vector<pollfd> ready{{stop_.get(), POLLIN, 0}};
  for (const quorum::Descriptor& socket : sockets_.sockets())
    ready.push_back({socket.get(), POLLIN, 0});
  while (true) {
    ::poll(ready.data(), ready.size(), -1);
    if (ready[0].revents != 0) return;
    bool short_of_something = false;
    for (std::size_t i = 1; i < ready.size(); ++i) {
      if (ready[i].revents != 0) short_of_something |= !AcceptAll(ready[i].fd, gate);
    }
    if (short_of_something) ::poll(ready.data(), 1, kPauseMs);
  }
}

bool Listener::AcceptAll(int socket, Gate& gate) {
  while (true) {
    quorum::Descriptor connection(
        ::accept4(socket, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (connection.get() >= 0) {
      if (!gate.Admits(connection.get())) continue;  // closed: its client sees it at once
      grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters parameters;
      parameters.listener_fd = socket;
      parameters.fd = connection.Release();
      acceptor_->HandleNewConnection(&parameters);
      continue;
    }
    if (errno == EAGAIN) return true;
    // Of one connection, which is gone.
    if (errno == ECONNABORTED || errno == EINTR || errno == EPROTO || errno == EPERM) continue;
    if (errno == EMFILE || errno == ENFILE) gate.Refused();
    return false;  // nothing to do but to try again
  }
}

}  // namespace paxos
