// A link of TCP connections.
//
// Not thread-safe: the proxy holds a lock around it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "adapter/proxy/link_state.h"
#include "adapter/proxy/tcp_connection.h"

namespace adapter {

class TcpLink : public Link {
 public:
  /// Listens. Throws ProxyError. The reactor outlives it.
  TcpLink(const LinkSpec& spec, std::uint64_t number, Reactor& reactor);
  ~TcpLink() override;

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
  void Listen();
  void Accept();
  /// Destroys the connection when `step` says that it is over.
  void Step(std::uint64_t number, const std::function<bool(TcpConnection&)>& step);
  void AdvanceAll();
  std::uint64_t ResetAll();

  LinkState state_;
  base::FileDescriptor listener_;
  std::uint16_t port_ = 0;
  std::vector<char> scratch_;
  std::unordered_map<std::uint64_t, std::unique_ptr<TcpConnection>> connections_;
  std::uint64_t last_connection_ = 0;
};

}  // namespace adapter
