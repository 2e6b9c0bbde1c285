// A proxy on the links of one instance of a system under test: each link listens at a port of its
// own on loopback, passes on what comes to a target port, and can be disturbed on the way.
//
// Without a fault a TCP link passes on data, half-closes and resets, and is as slow to read as the
// other side is (it holds half a megabyte for each direction of a connection, no more). Its target
// may be down and come back: a connection that the target does not accept is accepted and then
// reset.
//
// Invariants:
//  1. a control has taken effect when its call returns: nothing that came before passes differently
//     afterwards than the link's state says;
//  2. data of a TCP connection arrive complete and in order, or the connection is reset;
//  3. no time is used while nothing happens; one thread serves all links.
// Thread-safe: all members but the destructor may be called from any thread at the same time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "adapter/proxy/link.h"

namespace adapter {

class Proxy {
 public:
  /// Throws ProxyError.
  Proxy();
  /// Resets all connections.
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  /// Begins to listen, and returns the port. Throws ProxyError, also when the name is taken.
  std::uint16_t AddLink(const LinkSpec& spec);

  // All that follow throw ProxyError for a link that was not added.

  /// Connections are reset, and new ones refused, until Heal(). Of datagrams: all are dropped.
  void Cut(const std::string& link);
  /// Nothing passes in that direction until Heal(); connections stay, and what is sent waits. New
  /// connections are accepted by the kernel and get no further, whatever the direction. Datagrams
  /// are dropped.
  void Partition(const std::string& link, Direction direction = Direction::kBoth);
  /// Ends all faults: what a partition held passes on, and what was left half open is reset.
  void Heal(const std::string& link);
  /// What is sent from now on arrives so much later, in its order. 0: none.
  void Delay(const std::string& link, std::chrono::milliseconds delay);
  /// At most so many bytes a second pass in each direction, all connections together. 0: any.
  void Throttle(const std::string& link, std::uint64_t bytes_per_second);
  /// Resets the connections that are there; returns how many. Of datagrams: forgets who has sent.
  std::uint64_t DropConnections(const std::string& link);
  /// Resets that side of each connection, and tells the other side nothing: what it sends is not
  /// read. Returns how many. Throws ProxyError for datagrams.
  std::uint64_t HalfOpen(const std::string& link, LinkSide closed);
  /// Adds a fault; those before it stay, and come first. Throws ProxyError for TCP.
  void Disturb(const std::string& link, const DatagramFault& fault);

  LinkCounters Counters(const std::string& link) const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
