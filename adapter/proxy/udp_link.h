// A link of datagrams: those that a client sends go to the target from a socket of the client's
// own, so that replies find their way back.
//
// Invariants: at most kMostClients clients are known, the one heard of longest ago is forgotten for
// a new one; at most kMostQueued datagrams are on their way, others are lost.
// Not thread-safe: the proxy holds a lock around it.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "adapter/proxy/link_state.h"
#include "adapter/proxy/sockets.h"
#include "base/file_descriptor.h"
#include "base/split_mix64.h"

namespace adapter {

class UdpLink : public Link {
 public:
  static constexpr std::size_t kMostClients = 1024;
  static constexpr std::size_t kMostQueued = 4096;

  /// Binds the port. Throws ProxyError. The reactor outlives it.
  UdpLink(const LinkSpec& spec, std::uint64_t number, Reactor& reactor);

  void OnEvents(std::uint64_t token, std::uint32_t events) override;
  void OnTimer(std::uint64_t token) override;

  void Cut() override;
  void Partition(Direction direction) override;
  void Heal() override;
  void Delay(std::chrono::milliseconds delay) override;
  void Throttle(std::uint64_t bytes_per_second) override;
  std::uint64_t DropConnections() override;
  std::uint64_t HalfOpen(LinkSide closed) override;
  void Disturb(const DatagramFault& fault) override;
  LinkCounters Counters() const override;
  std::uint16_t port() const override { return port_; }

 private:
  using Time = Reactor::Clock::time_point;

  struct Client {
    sockaddr_in address{};
    base::FileDescriptor socket;  ///< connected to the target
    std::list<std::uint64_t>::iterator age;
  };
  struct Datagram {
    std::uint64_t client = 0;
    Way way = Way::kForward;
    std::string bytes;
  };
  struct ActiveFault {
    DatagramFault fault;
    std::uint64_t left = 0;
    base::SplitMix64 random;
  };

  void ReadFromClients();
  void ReadFromTarget(std::uint64_t number);
  void ReadAll();
  /// The client with that address, a new one if need be; 0: there can be none.
  std::uint64_t ClientAt(const sockaddr_in& address);
  void Forget(std::uint64_t number);
  void Take(std::uint64_t client, Way way, const char* data, std::size_t size);
  bool Strikes(ActiveFault& active, Way way);
  void Queue(Datagram datagram, Time due);
  void SendDue();
  void Send(const Datagram& datagram);

  LinkState state_;
  base::FileDescriptor socket_;
  std::uint16_t port_ = 0;
  std::vector<char> scratch_;
  std::unordered_map<std::uint64_t, Client> clients_;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint64_t> by_address_;
  std::list<std::uint64_t> ages_;  // heard of longest ago first
  std::uint64_t last_client_ = 0;
  std::multimap<Time, Datagram> queue_;
  std::array<Time, 2> last_due_{};   // by Way: a delay keeps the order
  std::array<Time, 2> line_free_{};  // by Way: when the throttled line has sent what it has
  std::uint64_t rate_ = 0;
  std::vector<ActiveFault> faults_;
};

}  // namespace adapter
