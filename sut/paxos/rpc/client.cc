#include "sut/paxos/rpc/client.h"

#include <fmt/format.h>

#include <future>
#include <utility>

#include "quorum/calls.h"
#include "sut/paxos/paxos.quorum.h"
#include "sut/paxos/roles/config.h"

namespace paxos {
namespace {

template <class Request>
using ClientMethod =
    void (PaxosNodes::*)(ReplicaId, std::shared_ptr<const Request>, const quorum::CallOptions&,
                         std::function<void(quorum::NodeResult<ClientReply>)>) const;

// A result that a callback brings, and that one waits for.
template <class Result>
class Awaited {
 public:
  std::function<void(Result)> Callback() const {
    return [promise = promise_](Result result) { promise->set_value(std::move(result)); };
  }
  Result Get() { return promise_->get_future().get(); }

 private:
  std::shared_ptr<std::promise<Result>> promise_ = std::make_shared<std::promise<Result>>();
};

}  // namespace

struct Client::State {
  State(const std::vector<quorum::Endpoint>& endpoints, const ClientOptions& options)
      : manager(endpoints, quorum::ManagerOptions{.credentials = options.credentials}),
        replicas(manager.All()),
        timeout(options.timeout) {
    const int n = replicas.configuration().size();
    if (options.quorum_size < 0 || options.quorum_size > n) {
      throw ConfigError(
          fmt::format("a client's quorum of {} replicas: it must be 1 to {}, or 0 for a majority",
                      options.quorum_size, n));
    }
    quorum_size = options.quorum_size == 0 ? n / 2 + 1 : options.quorum_size;
  }

  // A quorum call of a method whose replies are the decided value.
  template <class Request>
  void Ask(Request request, ClientMethod<Request> method, std::function<void(Result)> done) const {
    const auto quorum_function = [size = quorum_size](const Request&,
                                                      const quorum::Replies<ClientReply>& replies) {
      return ClientHandleQF(size, ClientRequest(), replies);
    };
    quorum::StartQuorumCall<Request, ClientReply, ClientResult>(
        std::move(request), replicas.ids(), quorum_function,
        [&](ReplicaId node, const std::shared_ptr<const Request>& sent,
            std::function<void(quorum::NodeResult<ClientReply>)> on_result) {
          (replicas.*method)(node, sent, {timeout}, std::move(on_result));
        },
        std::move(done));
  }

  quorum::Manager manager;
  PaxosNodes replicas;
  Duration timeout;
  int quorum_size = 0;
};

Client::Client(const std::vector<quorum::Endpoint>& replicas, const ClientOptions& options)
    : state_(std::make_unique<State>(replicas, options)) {}

Client::~Client() = default;

void Client::Propose(const std::string& value, std::function<void(Result)> done) {
  ClientRequest request;
  request.set_value(value);
  state_->Ask(std::move(request), &PaxosNodes::ClientHandle, std::move(done));
}

Client::Result Client::Propose(const std::string& value) {
  Awaited<Result> result;
  Propose(value, result.Callback());
  return result.Get();
}

void Client::Wait(std::function<void(Result)> done) {
  state_->Ask(WaitRequest(), &PaxosNodes::Wait, std::move(done));
}

Client::Result Client::Wait() {
  Awaited<Result> result;
  Wait(result.Callback());
  return result.Get();
}

std::vector<ReplicaStatus> Client::Status() {
  using NodeStatus = quorum::NodeResult<StatusReply>;
  std::vector<std::pair<ReplicaId, Awaited<NodeStatus>>> awaited;
  const auto request = std::make_shared<const StatusRequest>();
  for (const ReplicaId node : state_->replicas.ids()) {
    awaited.emplace_back(node, Awaited<NodeStatus>());
    state_->replicas.Status(node, request, {state_->timeout}, awaited.back().second.Callback());
  }
  std::vector<ReplicaStatus> statuses;
  for (auto& [node, status] : awaited) statuses.push_back({node, status.Get()});
  return statuses;
}

}  // namespace paxos
