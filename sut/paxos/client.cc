#include "sut/paxos/client.h"

#include <fmt/format.h>

#include <future>
#include <utility>

#include "quorum/calls.h"
#include "sut/paxos/config.h"
#include "sut/paxos/paxos.quorum.h"

namespace paxos {

struct Client::State {
  State(const std::vector<quorum::Endpoint>& endpoints, const ClientOptions& options)
      : manager(endpoints), replicas(manager.All()), timeout(options.timeout) {
    const int n = replicas.configuration().size();
    if (options.quorum_size < 0 || options.quorum_size > n) {
      throw ConfigError(
          fmt::format("a client's quorum of {} replicas: it must be 1 to {}, or 0 for a majority",
                      options.quorum_size, n));
    }
    quorum_size = options.quorum_size == 0 ? n / 2 + 1 : options.quorum_size;
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
  const auto quorum_function = [size = state_->quorum_size](
                                   const ClientRequest& sent,
                                   const quorum::Replies<ClientReply>& replies) {
    return ClientHandleQF(size, sent, replies);
  };
  const quorum::CallOptions options{state_->timeout};
  quorum::StartQuorumCall<ClientRequest, ClientReply, ClientResult>(
      std::move(request), state_->replicas.ids(), quorum_function,
      [&](NodeId node, const std::shared_ptr<const ClientRequest>& sent,
          std::function<void(quorum::NodeResult<ClientReply>)> on_result) {
        state_->replicas.ClientHandle(node, sent, options, std::move(on_result));
      },
      std::move(done));
}

Client::Result Client::Propose(const std::string& value) {
  auto promise = std::make_shared<std::promise<Result>>();
  std::future<Result> result = promise->get_future();
  Propose(value, [promise](Result outcome) { promise->set_value(std::move(outcome)); });
  return result.get();
}

}  // namespace paxos
