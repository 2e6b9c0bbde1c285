// Nodes and their connections: a Manager owns the channels, a Configuration is a set of its nodes.
//
// Invariants:
//  1. ids and addresses of a manager's nodes are distinct;
//  2. a Configuration is immutable and not empty; its nodes are in the order of their ids;
//  3. after Shutdown() no call is in flight, every call's result has been delivered, and calls that
//     are started later fail with kCancelled at once.
// Thread-safe after the nodes are added. Shutdown() blocks: never call it on a gRPC thread.
// A Configuration must not outlive its Manager. The types of gRPC stay out of this header.
// Source: Gorums' Manager, Node and Configuration.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "quorum/types.h"

namespace grpc {
class Channel;
}

namespace quorum {

class CallRegistry;

/// Nodes that cannot be: a double id or address, or an id that is not there.
class ConfigurationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How to reach a node: an address as gRPC writes it ("127.0.0.1:4711", "unix:/run/replica0"), or a
/// channel that exists already (in-process); `channel` wins where both are given.
struct Endpoint {
  NodeId id = 0;
  std::string address;
  std::shared_ptr<grpc::Channel> channel;
};

/// A node: id, address, and the channel to it.
class Node {
 public:
  NodeId id() const { return id_; }
  const std::string& address() const { return address_; }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

 private:
  friend class Manager;
  Node(NodeId id, std::string address, std::shared_ptr<grpc::Channel> channel);

  NodeId id_;
  std::string address_;
  std::shared_ptr<grpc::Channel> channel_;
};

/// An immutable set of nodes, the target of quorum calls. Cheap to copy.
class Configuration {
 public:
  /// In the order of their ids.
  const std::vector<const Node*>& nodes() const { return *nodes_; }
  const std::vector<NodeId>& ids() const { return *ids_; }
  int size() const { return static_cast<int>(ids_->size()); }
  const std::shared_ptr<CallRegistry>& registry() const { return registry_; }

 private:
  friend class Manager;
  Configuration(std::vector<const Node*> nodes, std::shared_ptr<CallRegistry> registry);

  std::shared_ptr<const std::vector<const Node*>> nodes_;
  std::shared_ptr<const std::vector<NodeId>> ids_;
  std::shared_ptr<CallRegistry> registry_;
};

class Manager {
 public:
  /// Opens a channel to each endpoint (connections are made by the first call). Throws
  /// ConfigurationError when ids or addresses are double, or there is no endpoint.
  explicit Manager(const std::vector<Endpoint>& endpoints);
  ~Manager();
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  /// All nodes.
  Configuration All() const;
  /// The nodes with these ids. Throws ConfigurationError when one is not there, double, or `ids` is
  /// empty.
  Configuration Of(const std::vector<NodeId>& ids) const;

  /// Cancels all calls in flight and waits until their results are delivered. Idempotent.
  void Shutdown();

 private:
  std::map<NodeId, std::unique_ptr<Node>> nodes_;
  std::shared_ptr<CallRegistry> registry_;
};

}  // namespace quorum
