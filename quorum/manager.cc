#include "quorum/manager.h"

#include <fmt/format.h>
#include <grpcpp/channel.h>

#include <map>
#include <utility>

#include "quorum/channel.h"
#include "quorum/grpc_stream.h"
#include "quorum/local_link.h"
#include "quorum/unary_link.h"

namespace quorum {
namespace {

void CheckAddresses(const std::vector<Endpoint>& endpoints) {
  std::map<std::string, NodeId> by_address;
  for (const Endpoint& endpoint : endpoints) {
    if (endpoint.channel || endpoint.local) continue;
    const auto [other, is_new] = by_address.emplace(endpoint.address, endpoint.id);
    if (is_new || other->second == endpoint.id) continue;  // double ids are found elsewhere
    throw ConfigurationError(
        fmt::format("nodes {} and {} have the same address {}: addresses must be distinct",
                    other->second, endpoint.id, endpoint.address));
  }
}

// A stream for what is ordered, and RPCs of their own for the rest, over the same channel.
class OrderedLink : public Link {
 public:
  OrderedLink(const std::shared_ptr<grpc::Channel>& channel, std::shared_ptr<Timer> timer)
      : unordered_(channel), ordered_(StreamsOn(channel), std::move(timer)) {}

  void Start(std::shared_ptr<NodeCall> call) override {
    Link& link = call->options().unordered ? static_cast<Link&>(unordered_) : ordered_;
    link.Start(std::move(call));
  }
  void Close() override { ordered_.Close(); }
  void Shutdown() override {
    ordered_.Shutdown();
    unordered_.Shutdown();
  }

 private:
  UnaryLink unordered_;
  StreamLink ordered_;
};

std::unique_ptr<Link> MakeLink(const Endpoint& endpoint, const ManagerOptions& options,
                               const std::shared_ptr<Timer>& timer) {
  if (endpoint.local) return std::make_unique<LocalLink>(endpoint.local, timer);
  const auto channel =
      endpoint.channel ? endpoint.channel : OpenChannel(endpoint.address, options.credentials);
  if (options.order == Order::kNone) return std::make_unique<UnaryLink>(channel);
  return std::make_unique<OrderedLink>(channel, timer);
}

Configuration MakeNodes(const std::vector<Endpoint>& endpoints, const ManagerOptions& options,
                        const std::shared_ptr<Timer>& timer) {
  CheckAddresses(endpoints);
  Configuration::Nodes nodes;
  for (const Endpoint& endpoint : endpoints) {
    nodes.push_back(std::make_shared<Node>(endpoint.id, endpoint.address,
                                           MakeLink(endpoint, options, timer), timer,
                                           options.interceptors));
  }
  return Configuration(std::move(nodes));
}

}  // namespace

Manager::Manager(const std::vector<Endpoint>& endpoints, const ManagerOptions& options)
    : timer_(std::make_shared<ThreadTimer>()), all_(MakeNodes(endpoints, options, timer_)) {}

Manager::~Manager() { Shutdown(); }

Configuration Manager::Of(const std::vector<NodeId>& ids) const {
  Configuration::Nodes nodes;
  for (const NodeId id : ids) nodes.push_back(all_.node(id).shared_from_this());
  return Configuration(std::move(nodes));
}

void Manager::Shutdown() {
  for (const auto& node : all_.nodes()) node->Close();
  for (const auto& node : all_.nodes()) node->Shutdown();
  timer_->Stop();
}

}  // namespace quorum
