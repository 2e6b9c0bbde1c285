// Owns the nodes and their connections.
//
// Invariants:
//  1. ids and addresses of a manager's nodes are distinct;
//  2. after Shutdown() no call is in flight, every call's result has been delivered, and calls that
//     are started later fail with kCancelled at once;
//  3. a node that comes back is connected to again within about 50 ms (the longest back-off).
// Thread-safe. Shutdown() and the destructor block: never call them on a gRPC thread. The types of
// gRPC stay out of this header.
// Source: Gorums' Manager.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "quorum/configuration.h"
#include "quorum/dispatcher.h"
#include "quorum/link.h"
#include "quorum/thread_timer.h"
#include "quorum/types.h"

namespace grpc {
class Channel;
class ChannelCredentials;
}  // namespace grpc

namespace quorum {

/// How to reach a node: an address as gRPC writes it ("127.0.0.1:4711", "unix:/run/replica0"), or a
/// channel that exists already (in-process); `channel` wins where both are given. A node that is
/// this very process has its handlers in `local`: calls to it are function calls.
struct Endpoint {
  NodeId id = 0;
  std::string address;
  std::shared_ptr<grpc::Channel> channel;
  std::shared_ptr<const Dispatcher> local = nullptr;
};

/// In which order a node sees the messages of one Manager.
enum class Order {
  kNone,  ///< any: each call is an RPC of its own, which any gRPC service answers
  kFifo,  ///< that of sending: one stream per node, which OrderingService answers
};

/// How a Manager connects.
struct ManagerOptions {
  /// TLS (quorum/tls.h) for endpoints that are given by address; null: unprotected.
  std::shared_ptr<grpc::ChannelCredentials> credentials = nullptr;
  /// See all calls to all nodes, the first one first.
  std::vector<std::shared_ptr<Interceptor>> interceptors = {};
  /// kFifo: but for calls that are marked as unordered.
  Order order = Order::kNone;
};

class Manager {
 public:
  /// Opens a channel to each endpoint (connections are made by the first call). Throws
  /// ConfigurationError when ids or addresses are double, or there is no endpoint.
  explicit Manager(const std::vector<Endpoint>& endpoints, const ManagerOptions& options = {});
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// All nodes.
  const Configuration& All() const { return all_; }
  /// The nodes with these ids. Throws ConfigurationError when one is not there, double, or `ids` is
  /// empty.
  Configuration Of(const std::vector<NodeId>& ids) const;

  /// Cancels all calls in flight and waits until their results are delivered. Idempotent.
  void Shutdown();

 private:
  const std::shared_ptr<ThreadTimer> timer_;
  const Configuration all_;
};

}  // namespace quorum
