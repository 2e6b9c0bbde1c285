#include "client.h"

#include <algorithm>
#include <utility>

#include "quorum/channel.h"
#include "timestamp.h"

namespace abd {
namespace {

/// Quorums of that size.
class Quorums : public ReplicaQuorumSpec {
 public:
  Quorums(int size, bool newest) : size_(size), newest_(newest) {}

  quorum::Combined<State> QueryQF(const Name&,
                                  const quorum::Replies<State>& replies) const override {
    State found;
    for (const auto& [replica, state] : replies) {
      const bool is_first = replica == replies.begin()->first;
      if (newest_ ? found.timestamp() < state.timestamp() : is_first) found = state;
    }
    return Combine(std::move(found), replies.size());
  }

  quorum::Combined<Ack> UpdateQF(const Entry&, const quorum::Replies<Ack>& replies) const override {
    return Combine(Ack(), replies.size());
  }

 private:
  /// Without a quorum a phase goes on until every replica has answered or cannot be reached, even
  /// when there can be no quorum any more: then it is known who has the state.
  template <class Result>
  quorum::Combined<Result> Combine(Result result, std::size_t replies) const {
    return {std::move(result), static_cast<int>(replies) >= size_, 1};
  }

  const int size_;
  const bool newest_;
};

}  // namespace

Client::Client(int id, std::vector<std::string> replicas, const Bugs& bugs)
    : id_(id), replicas_(std::move(replicas)), bugs_(bugs), channels_(replicas_.size()) {
  std::set<int> all;
  for (std::size_t i = 1; i <= replicas_.size(); ++i) all.insert(static_cast<int>(i));
  Reconnect(all);
}

void Client::Reconnect(const std::set<int>& replicas) {
  for (const int replica : replicas) {
    const auto i = static_cast<std::size_t>(replica - 1);
    channels_.at(i) = quorum::OpenChannel(replicas_[i]);
  }
  std::vector<quorum::Endpoint> endpoints;
  for (std::size_t i = 0; i < replicas_.size(); ++i) {
    endpoints.push_back({static_cast<quorum::NodeId>(i + 1), replicas_[i], channels_[i]});
  }
  quorum::ManagerOptions options;
  options.order = quorum::Order::kFifo;
  calls_.reset();
  manager_ = std::make_unique<quorum::Manager>(endpoints, options);
  const int majority = static_cast<int>(replicas_.size()) / 2 + 1;
  calls_.emplace(
      ReplicaNodes(manager_->All()),
      std::make_shared<Quorums>(bugs_.small_quorum ? majority - 1 : majority, !bugs_.no_maximum));
}

std::optional<State> Client::NewestOf(const std::string& name) {
  Name request;
  request.set_name(name);
  const auto newest = calls_->QueryAsync(request).Get();
  if (!newest.ok()) return std::nullopt;
  return newest.value();
}

std::optional<Operation> Client::BeginRead(const std::string& name) {
  const std::optional<State> newest = NewestOf(name);
  if (!newest) return std::nullopt;
  return Operation{name, true, *newest};
}

std::optional<Operation> Client::BeginWrite(const std::string& name, const std::string& value) {
  const std::optional<State> newest = NewestOf(name);
  if (!newest) return std::nullopt;
  // An earlier write of this client may have reached none of those who answered.
  std::int64_t& own = own_counters_[name];
  const std::int64_t last = newest->timestamp().counter();
  own = (bugs_.own_timestamp_forgotten ? last : std::max(last, own)) + 1;
  Operation operation{name, false, {}};
  operation.state.mutable_timestamp()->set_counter(own);
  operation.state.mutable_timestamp()->set_writer(id_);
  operation.state.set_value(value);
  return operation;
}

bool Client::Finish(const Operation& operation) {
  if (operation.is_read && bugs_.no_write_back) return true;
  Entry entry;
  entry.set_name(operation.name);
  *entry.mutable_state() = operation.state;
  return calls_->UpdateAsync(entry).Get().ok();
}

}  // namespace abd
