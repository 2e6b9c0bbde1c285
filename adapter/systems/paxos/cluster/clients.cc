#include "adapter/systems/paxos/cluster/clients.h"

#include <utility>

namespace adapter {
namespace {

std::string FailureText(const paxos::Client::Result& result) {
  if (result.reply() && !result.reply()->agree) return "replicas answered with different values";
  return quorum::ToString(result.error());
}

std::vector<quorum::Endpoint> Reached(const std::vector<quorum::Endpoint>& replicas,
                                      const ClientReach& reach) {
  std::vector<quorum::Endpoint> reached;
  for (const paxos::ReplicaId replica : reach.replicas) {
    reached.push_back(replicas[static_cast<std::size_t>(replica)]);
  }
  return reached;
}

}  // namespace

void Clients::Propose(const std::vector<quorum::Endpoint>& replicas, const ClientReach& reach,
                      const std::string& value, const ClientEvents& events) {
  const paxos::ClientOptions options{reach.quorum, timeout_};
  clients_.push_back(
      {std::make_unique<paxos::Client>(Reached(replicas, reach), options), value, events});
  clients_.back().client->Propose(value, [events](const paxos::Client::Result& result) {
    if (result.ok()) {
      events.on_answer(result.value().value);
    } else {
      events.on_failure(FailureText(result));
    }
  });
}

void Clients::AskAgain() {
  for (const Asking& asking : clients_) {
    asking.client->Propose(asking.value,
                           [events = asking.events](const paxos::Client::Result& result) {
                             if (result.ok()) events.on_answer(result.value().value);
                           });
  }
}

}  // namespace adapter
