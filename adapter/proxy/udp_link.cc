#include "adapter/proxy/udp_link.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace adapter {
namespace {

/// The socket of all clients; they have numbers from 1 on.
constexpr std::uint64_t kListener = 0;

constexpr std::size_t kLargestDatagram = 65'536;

}  // namespace

UdpLink::UdpLink(const LinkSpec& spec, std::uint64_t number, Reactor& reactor)
    : socket_(BoundUdp(spec.listen_port)), scratch_(kLargestDatagram) {
  state_.spec = spec;
  state_.number = number;
  state_.reactor = &reactor;
  if (!socket_ || !reactor.Watch(socket_.get(), number, kListener)) {
    throw ProxyError(fmt::format("link '{}' cannot have UDP port {}: {}", spec.name,
                                 spec.listen_port, std::strerror(errno)));
  }
  port_ = PortOf(socket_.get());
}

void UdpLink::OnEvents(std::uint64_t token, std::uint32_t) {
  if (token == kListener) {
    ReadFromClients();
  } else {
    ReadFromTarget(token);
  }
}

void UdpLink::OnTimer(std::uint64_t) { SendDue(); }

void UdpLink::ReadFromClients() {
  while (true) {
    sockaddr_in address{};
    socklen_t address_size = sizeof address;
    const ssize_t size = ::recvfrom(socket_.get(), scratch_.data(), scratch_.size(), 0,
                                    reinterpret_cast<sockaddr*>(&address), &address_size);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return;
    const std::uint64_t client = ClientAt(address);
    if (client == 0) {
      ++state_.counters.lost;
      continue;
    }
    Take(client, Way::kForward, scratch_.data(), static_cast<std::size_t>(size));
  }
}

void UdpLink::ReadFromTarget(std::uint64_t number) {
  while (true) {
    const auto client = clients_.find(number);
    if (client == clients_.end()) return;
    const ssize_t size = ::recv(client->second.socket.get(), scratch_.data(), scratch_.size(), 0);
    // The error that an earlier datagram has met; there may be replies behind it.
    const bool is_refused = size < 0 && errno == ECONNREFUSED;
    if (is_refused) ++state_.counters.refused_by_target;
    if (is_refused || (size < 0 && errno == EINTR)) continue;
    if (size < 0) return;
    Take(number, Way::kBackward, scratch_.data(), static_cast<std::size_t>(size));
  }
}

// Before a control: what has come before it passes as it would have without it.
void UdpLink::ReadAll() {
  ReadFromClients();
  std::vector<std::uint64_t> numbers(ages_.begin(), ages_.end());
  for (const std::uint64_t number : numbers) ReadFromTarget(number);
}

std::uint64_t UdpLink::ClientAt(const sockaddr_in& address) {
  const std::pair<std::uint32_t, std::uint16_t> key = {address.sin_addr.s_addr, address.sin_port};
  const auto known = by_address_.find(key);
  if (known != by_address_.end()) {
    ages_.splice(ages_.end(), ages_, clients_.at(known->second).age);
    return known->second;
  }
  if (clients_.size() >= kMostClients) Forget(ages_.front());
  Client client;
  client.address = address;
  client.socket = ConnectUdp(state_.spec.target_port);
  const std::uint64_t number = last_client_ + 1;
  if (!client.socket || !state_.reactor->Watch(client.socket.get(), state_.number, number)) {
    return 0;
  }
  last_client_ = number;
  ++state_.counters.connections;
  client.age = ages_.insert(ages_.end(), number);
  clients_[number] = std::move(client);
  by_address_[key] = number;
  return number;
}

void UdpLink::Forget(std::uint64_t number) {
  const auto client = clients_.find(number);
  const sockaddr_in& address = client->second.address;
  by_address_.erase({address.sin_addr.s_addr, address.sin_port});
  ages_.erase(client->second.age);
  clients_.erase(client);
}

void UdpLink::Take(std::uint64_t client, Way way, const char* data, std::size_t size) {
  if (state_.is_cut || state_.IsHeld(way)) {
    ++state_.counters.dropped;
    return;
  }
  const Time now = Reactor::Clock::now();
  Time due = now;
  if (state_.delay.count() > 0) {
    ++state_.counters.delayed;
    due = std::max(last_due_[Index(way)], now + state_.delay);
    last_due_[Index(way)] = due;
  }
  int copies = 1;
  for (ActiveFault& active : faults_) {
    if (!Strikes(active, way)) continue;
    switch (active.fault.kind) {
      case DatagramFault::Kind::kDrop:
        ++state_.counters.dropped;
        return;
      case DatagramFault::Kind::kDuplicate:
        ++state_.counters.duplicated;
        ++copies;
        break;
      case DatagramFault::Kind::kDelay:
        ++state_.counters.delayed;
        due += active.fault.delay;
        break;
    }
  }
  for (int copy = 0; copy < copies; ++copy) {
    Time copy_due = due;
    if (rate_ > 0) {
      Time& free = line_free_[Index(way)];
      if (free > due) ++state_.counters.throttled;
      const std::chrono::duration<double> takes(static_cast<double>(size) /
                                                static_cast<double>(rate_));
      free = std::max(free, due) + std::chrono::ceil<Reactor::Clock::duration>(takes);
      copy_due = free;
    }
    Queue({client, way, std::string(data, size)}, copy_due);
  }
}

bool UdpLink::Strikes(ActiveFault& active, Way way) {
  if (!Includes(active.fault.direction, way)) return false;
  if (active.fault.count > 0) {
    if (active.left == 0) return false;
    --active.left;
    return true;
  }
  constexpr double kScale = 0x1p-53;
  return static_cast<double>(active.random.Next() >> 11) * kScale < active.fault.share;
}

void UdpLink::Queue(Datagram datagram, Time due) {
  if (due <= Reactor::Clock::now()) {
    Send(datagram);
    return;
  }
  if (queue_.size() >= kMostQueued) {
    ++state_.counters.lost;
    return;
  }
  queue_.emplace(due, std::move(datagram));
  state_.reactor->Schedule(due, state_.number, kListener);
}

void UdpLink::SendDue() {
  const Time now = Reactor::Clock::now();
  while (!queue_.empty() && queue_.begin()->first <= now) {
    Send(queue_.begin()->second);
    queue_.erase(queue_.begin());
  }
}

void UdpLink::Send(const Datagram& datagram) {
  const auto client = clients_.find(datagram.client);
  if (client == clients_.end()) {
    ++state_.counters.lost;
    return;
  }
  const bool is_forward = datagram.way == Way::kForward;
  const sockaddr_in& address = client->second.address;
  const auto try_to_send = [&] {
    return is_forward
               ? ::send(client->second.socket.get(), datagram.bytes.data(), datagram.bytes.size(),
                        MSG_NOSIGNAL)
               : ::sendto(socket_.get(), datagram.bytes.data(), datagram.bytes.size(), MSG_NOSIGNAL,
                          reinterpret_cast<const sockaddr*>(&address), sizeof address);
  };
  ssize_t sent = try_to_send();
  // The error that an earlier datagram has met; it says nothing of this one.
  if (sent < 0 && errno == ECONNREFUSED) {
    ++state_.counters.refused_by_target;
    sent = try_to_send();
  }
  if (sent < 0) {
    ++state_.counters.lost;
  } else {
    state_.CountPassed(datagram.way, datagram.bytes.size());
  }
}

// What is on its way is lost, as it would be on a wire that is cut.
void UdpLink::Cut() {
  ReadAll();
  state_.is_cut = true;
  state_.counters.dropped += queue_.size();
  queue_.clear();
}

void UdpLink::Partition(Direction direction) {
  ReadAll();
  for (const Way way : {Way::kForward, Way::kBackward}) {
    if (!Includes(direction, way)) continue;
    state_.is_held[Index(way)] = true;
    state_.counters.dropped +=
        std::erase_if(queue_, [way](const auto& entry) { return entry.second.way == way; });
  }
}

void UdpLink::Heal() {
  ReadAll();
  state_.is_cut = false;
  state_.is_held = {false, false};
  state_.delay = std::chrono::milliseconds(0);
  rate_ = 0;
  faults_.clear();
}

void UdpLink::Delay(std::chrono::milliseconds delay) {
  ReadAll();
  state_.delay = delay;
}

void UdpLink::Throttle(std::uint64_t bytes_per_second) {
  ReadAll();
  rate_ = bytes_per_second;
  line_free_ = {};
}

std::uint64_t UdpLink::DropConnections() {
  ReadAll();
  const std::uint64_t count = clients_.size();
  clients_.clear();
  by_address_.clear();
  ages_.clear();
  state_.counters.reset += count;
  return count;
}

std::uint64_t UdpLink::HalfOpen(LinkSide) {
  throw ProxyError(fmt::format("link '{}' is of UDP: it has no connections that could be half open",
                               state_.spec.name));
}

void UdpLink::Disturb(const DatagramFault& fault) {
  ReadAll();
  faults_.push_back({fault, fault.count, base::SplitMix64(fault.seed)});
}

LinkCounters UdpLink::Counters() const {
  LinkCounters counters = state_.counters;
  counters.open = clients_.size();
  return counters;
}

}  // namespace adapter
