#include "adapter/systems/paxos/runs/connection_hosts.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <utility>

#include "adapter/systems/connections/http2_call.h"
#include "adapter/systems/connections/tls_stream.h"

namespace adapter {
namespace {

using cases::HostOutcome;
using namespace std::chrono_literals;

// How often its thread looks whether it is to end.
constexpr std::chrono::milliseconds kLook = 50ms;

bool BeginsHttp2(const std::optional<std::string>& bytes) {
  return bytes && bytes->starts_with(kHttp2Preface.substr(0, 3));
}

}  // namespace

ConnectionHost::ConnectionHost(cases::Identity identity, const Certificates& certificates)
    : identity_(identity),
      certificates_(certificates),
      thread_([this](const std::stop_token& stop) { Run(stop); }) {}

ConnectionHost::~ConnectionHost() = default;

std::string ConnectionHost::address() const { return fmt::format("127.0.0.1:{}", sockets_.port()); }

std::optional<HostOutcome> ConnectionHost::Await(Deadline deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [this] { return outcome_.has_value(); });
  return outcome_;
}

void ConnectionHost::Run(const std::stop_token& stop) {
  constexpr auto kPatience = 10s;  // with one connection
  while (!stop.stop_requested()) {
    pollfd listening{sockets_.sockets().front().get(), POLLIN, 0};
    if (::poll(&listening, 1, static_cast<int>(kLook.count())) != 1) continue;
    base::FileDescriptor accepted(::accept4(listening.fd, nullptr, nullptr, SOCK_CLOEXEC));
    if (!accepted) continue;
    const HostOutcome outcome =
        Receive(TcpStream(std::move(accepted)), std::chrono::steady_clock::now() + kPatience);
    const std::lock_guard lock(mutex_);
    if (!outcome_) outcome_ = outcome;
    changed_.notify_all();
  }
}

// A client that does not trust the certificate ends the handshake; one that talks HTTP/2 trusts it.
HostOutcome ConnectionHost::Receive(TcpStream stream, Deadline deadline) const {
  if (identity_ == cases::Identity::kPlain) {
    return BeginsHttp2(stream.Read(deadline)) ? HostOutcome::kTrusted : HostOutcome::kRefused;
  }
  TlsStream tls(std::move(stream), TlsStream::Side::kServer, certificates_.IdentityOf(identity_));
  const bool trusted = tls.Handshake(deadline) && BeginsHttp2(tls.Read(deadline));
  return trusted ? HostOutcome::kTrusted : HostOutcome::kRefused;
}

}  // namespace adapter
