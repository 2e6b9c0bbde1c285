#include "adapter/proxy/tcp_link.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "adapter/proxy/sockets.h"

namespace adapter {
namespace {

/// Above those of connections (2 * number).
constexpr std::uint64_t kListener = (std::uint64_t{1} << 48) - 1;

}  // namespace

TcpLink::TcpLink(const LinkSpec& spec, std::uint64_t number, Reactor& reactor)
    : listener_(BoundTcp(spec.listen_port)), scratch_(65'536) {
  state_.spec = spec;
  state_.number = number;
  state_.reactor = &reactor;
  if (!listener_) {
    throw ProxyError(fmt::format("link '{}' cannot listen at port {}: {}", spec.name,
                                 spec.listen_port, std::strerror(errno)));
  }
  port_ = PortOf(listener_.get());
  Listen();
  if (!reactor.Watch(listener_.get(), number, kListener)) {
    throw ProxyError(fmt::format("link '{}': {}", spec.name, std::strerror(errno)));
  }
}

TcpLink::~TcpLink() { ResetAll(); }

void TcpLink::Listen() {
  if (ListenOn(listener_.get())) return;
  throw ProxyError(fmt::format("link '{}' cannot listen at port {}: {}", state_.spec.name, port_,
                               std::strerror(errno)));
}

void TcpLink::OnEvents(std::uint64_t token, std::uint32_t events) {
  if (token == kListener) {
    if (!state_.is_cut) Accept();
    return;
  }
  Step(token / 2, [&](TcpConnection& one) { return one.OnEvents(token % 2, events); });
}

void TcpLink::OnTimer(std::uint64_t token) {
  if (token == kListener) {
    if (!state_.is_cut) Accept();
    return;
  }
  Step(token / 2, [](TcpConnection& one) { return one.OnTimer(); });
}

void TcpLink::Accept() {
  while (true) {
    base::FileDescriptor client(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!client && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (!client && errno != EAGAIN && errno != EINVAL) {
      // No descriptor is free: there may be one when a connection has ended.
      constexpr std::chrono::milliseconds kLater{50};
      state_.reactor->Schedule(Reactor::Clock::now() + kLater, state_.number, kListener);
    }
    if (!client) return;
    const std::uint64_t number = ++last_connection_;
    ++state_.counters.connections;
    connections_[number] =
        std::make_unique<TcpConnection>(state_, scratch_, number, std::move(client));
    Step(number, [](TcpConnection& one) { return one.Begin(); });
  }
}

void TcpLink::Step(std::uint64_t number, const std::function<bool(TcpConnection&)>& step) {
  const auto connection = connections_.find(number);
  if (connection == connections_.end() || step(*connection->second)) return;
  connection->second->Finish();
  connections_.erase(connection);
}

void TcpLink::AdvanceAll() {
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, connection] : connections_) numbers.push_back(number);
  std::sort(numbers.begin(), numbers.end());
  for (const std::uint64_t number : numbers) {
    Step(number, [](TcpConnection& one) { return one.Advance(); });
  }
}

std::uint64_t TcpLink::ResetAll() {
  for (const auto& [number, connection] : connections_) connection->Reset();
  const std::uint64_t count = connections_.size();
  connections_.clear();
  return count;
}

// What the kernel has accepted for us counts as a connection, too.
void TcpLink::Cut() {
  if (state_.is_cut) return;
  Accept();
  state_.is_cut = true;
  // It ends to listen, and keeps the port.
  ::shutdown(listener_.get(), SHUT_RDWR);
  state_.counters.reset += ResetAll();
}

void TcpLink::Partition(Direction direction) {
  for (const Way way : {Way::kForward, Way::kBackward}) {
    if (Includes(direction, way)) state_.is_held[Index(way)] = true;
  }
  for (const auto& [number, connection] : connections_) connection->CountHeld();
}

void TcpLink::Heal() {
  state_.is_held = {false, false};
  state_.delay = std::chrono::milliseconds(0);
  Throttle(0);
  for (auto one = connections_.begin(); one != connections_.end();) {
    if (one->second->is_half_open()) {
      one->second->Reset();
      one = connections_.erase(one);
    } else {
      ++one;
    }
  }
  if (std::exchange(state_.is_cut, false)) Listen();
  AdvanceAll();
}

void TcpLink::Delay(std::chrono::milliseconds delay) { state_.delay = delay; }

void TcpLink::Throttle(std::uint64_t bytes_per_second) {
  for (Rate& rate : state_.rates) rate.Set(bytes_per_second, Reactor::Clock::now());
  AdvanceAll();
}

std::uint64_t TcpLink::DropConnections() {
  if (!state_.is_cut) Accept();
  const std::uint64_t count = ResetAll();
  state_.counters.reset += count;
  return count;
}

std::uint64_t TcpLink::HalfOpen(LinkSide closed) {
  if (!state_.is_cut) Accept();
  std::uint64_t count = 0;
  for (const auto& [number, connection] : connections_) {
    if (connection->is_half_open()) continue;
    connection->HalfOpen(closed);
    ++count;
  }
  state_.counters.half_opened += count;
  return count;
}

void TcpLink::Disturb(const DatagramFault&) {
  throw ProxyError(
      fmt::format("link '{}' is of TCP: it has no datagrams to disturb", state_.spec.name));
}

LinkCounters TcpLink::Counters() const {
  LinkCounters counters = state_.counters;
  counters.open = connections_.size();
  return counters;
}

}  // namespace adapter
