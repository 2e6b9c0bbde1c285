#include "quorum/manager.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <set>
#include <utility>

#include "quorum/grpc_call.h"

namespace quorum {
namespace {

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address) {
  grpc::ChannelArguments arguments;
  // Every node object has connections of its own: two replicas in one process share nothing.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // A replica that comes back is found again soon; gRPC's own back-off begins at a second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 5);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 50);
  // Despite its name this is how long one attempt may take: on a busy machine more than the
  // back-off.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 2'000);
  // Replicas are named directly; a proxy of the environment is not for them.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace

Node::Node(NodeId id, std::string address, std::shared_ptr<grpc::Channel> channel)
    : id_(id), address_(std::move(address)), channel_(std::move(channel)) {}

Configuration::Configuration(std::vector<const Node*> nodes, std::shared_ptr<CallRegistry> registry)
    : registry_(std::move(registry)) {
  std::vector<NodeId> ids;
  for (const Node* node : nodes) ids.push_back(node->id());
  ids_ = std::make_shared<const std::vector<NodeId>>(std::move(ids));
  nodes_ = std::make_shared<const std::vector<const Node*>>(std::move(nodes));
}

Manager::Manager(const std::vector<Endpoint>& endpoints)
    : registry_(std::make_shared<CallRegistry>()) {
  if (endpoints.empty()) throw ConfigurationError("no nodes: a manager needs at least one");
  std::map<std::string, NodeId> by_address;
  for (const Endpoint& endpoint : endpoints) {
    if (nodes_.contains(endpoint.id)) {
      throw ConfigurationError(
          fmt::format("node {} is there twice: ids must be distinct", endpoint.id));
    }
    if (!endpoint.channel) {
      const auto [other, is_new] = by_address.emplace(endpoint.address, endpoint.id);
      if (!is_new) {
        throw ConfigurationError(
            fmt::format("nodes {} and {} have the same address {}: addresses must be distinct",
                        other->second, endpoint.id, endpoint.address));
      }
    }
    auto channel = endpoint.channel ? endpoint.channel : OpenChannel(endpoint.address);
    nodes_.emplace(endpoint.id, std::unique_ptr<Node>(
                                    new Node(endpoint.id, endpoint.address, std::move(channel))));
  }
}

Manager::~Manager() { Shutdown(); }

Configuration Manager::All() const {
  std::vector<const Node*> nodes;
  for (const auto& [id, node] : nodes_) nodes.push_back(node.get());
  return Configuration(std::move(nodes), registry_);
}

Configuration Manager::Of(const std::vector<NodeId>& ids) const {
  if (ids.empty()) throw ConfigurationError("a configuration needs at least one node");
  std::map<NodeId, const Node*> chosen;
  for (const NodeId id : ids) {
    const auto node = nodes_.find(id);
    if (node == nodes_.end()) throw ConfigurationError(fmt::format("there is no node {}", id));
    if (!chosen.emplace(id, node->second.get()).second) {
      throw ConfigurationError(fmt::format("node {} is there twice: ids must be distinct", id));
    }
  }
  std::vector<const Node*> nodes;
  for (const auto& [id, node] : chosen) nodes.push_back(node);
  return Configuration(std::move(nodes), registry_);
}

void Manager::Shutdown() { registry_->Shutdown(); }

}  // namespace quorum
