#include "adapter/systems/paxos/runs/wire_case.h"

#include <fmt/format.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/runs/wire_reference.h"
#include "adapter/systems/paxos/runs/wire_replies.h"
#include "adapter/systems/paxos/runs/wire_results.h"
#include "quorum/manager.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/grpc_transport.h"
#include "sut/paxos/rpc/replica_server.h"

namespace adapter {
namespace {

using cases::WireMessage;
using cases::WireStep;
using MessageType = WireMessage::Type;

constexpr paxos::ReplicaId kReplica = 1;
constexpr int kReplicas = 3;

// One run of a case against a server.
class WireRun {
 public:
  WireRun(quorum::Order order, std::chrono::milliseconds timeout) : results_(timeout) {
    paxos::ReplicaConfig config;
    config.id = kReplica;
    config.replicas = kReplicas;
    config.quorum_sizes = paxos::QuorumSizes::Majority(kReplicas);
    paxos::ReplicaServer::Options options;
    options.on_notice = [this](const paxos::Notice& notice) {
      if (notice.kind == paxos::Notice::Kind::kLearned) results_.Noticed();
    };
    server_ = std::make_unique<paxos::ReplicaServer>(config, paxos::ReplicaServer::kInProcess,
                                                     clock_, storage_, &results_, options);
    peer_ = std::make_unique<paxos::GrpcTransport>(std::vector{server_->endpoint()},
                                                   quorum::ManagerOptions{.order = order});
    NewClient();
  }

  void operator()(WireStep step) {
    switch (step) {
      case WireStep::kConnect:
        server_->Connect({{0, "unix:/nowhere/0", nullptr},
                          server_->endpoint(),
                          {2, "unix:/nowhere/2", nullptr}});
        serves_ = takes_clients_ = true;
        return;
      case WireStep::kDrain:
        server_->Drain(paxos::Duration::zero());
        takes_clients_ = false;
        return;
      case WireStep::kStop:
        server_->Disconnect();
        serves_ = takes_clients_ = false;
        return;
      case WireStep::kVanish:
        NewClient();
    }
  }

  void operator()(const WireMessage& message) {
    switch (message.type) {
      case MessageType::kPrepare:
        return AskPeer(&paxos::GrpcTransport::Prepare, WithRound<paxos::PrepareRequest>(message));
      case MessageType::kAccept:
        return AskPeer(&paxos::GrpcTransport::Accept, WithValue<paxos::AcceptRequest>(message));
      case MessageType::kCommit:
        return AskPeer(&paxos::GrpcTransport::Commit, WithValue<paxos::CommitRequest>(message));
      case MessageType::kPing: {
        paxos::PingRequest request;
        request.set_from(static_cast<std::int32_t>(*message.from));
        return AskPeer(&paxos::GrpcTransport::Ping, request);
      }
      case MessageType::kPropose:
      case MessageType::kWait:
        return AskClient(message);
      default:
        return AskStatus();
    }
  }

  oracles::WireCaseOutcome End() {
    oracles::WireCaseOutcome outcome;
    if (serves_) CheckStatus(client_->Status().front().result);
    outcome.misuses = misuses_;
    if (IsHealthy() != takes_clients_) {
      outcome.misuses.emplace_back("health does not say whether clients are served");
    }
    server_->Disconnect();
    outcome.outcomes = results_.AwaitAll();
    client_.reset();
    peer_.reset();
    if (clock_.pending() > 0)
      outcome.misuses.emplace_back("a timer is left of a server that ended");
    const paxos::StoredState stored = storage_.Load();
    outcome.state.promised = stored.promised;
    if (stored.vote) outcome.state.vrnd = stored.vote->rnd;
    if (stored.decision) outcome.state.decided = stored.decision->rnd;
    if (results_.notices() != (stored.decision ? 1u : 0u)) {
      outcome.misuses.emplace_back("the decided value was not noticed once");
    }
    for (const std::string& value : results_.values()) {
      if (stored.decision && value == stored.decision->value) continue;
      outcome.misuses.emplace_back("a client got another value than the decided one");
      break;
    }
    return outcome;
  }

 private:
  static constexpr paxos::Duration kDeadline{10'000'000};

  template <class Request>
  static Request WithRound(const WireMessage& message) {
    Request request;
    request.set_rnd(*message.rnd);
    return request;
  }
  template <class Request>
  static Request WithValue(const WireMessage& message) {
    auto request = WithRound<Request>(message);
    request.set_value(ValueOf(message));
    return request;
  }

  // A new object: the old one is closed with the calls that it may have in flight.
  void NewClient() {
    client_.reset();
    client_ = std::make_unique<paxos::Client>(std::vector{server_->endpoint()},
                                              paxos::ClientOptions{.quorum_size = 1});
  }

  // Whether a client's call is answered without waiting for anything.
  bool EndsAtOnce() const { return !takes_clients_ || storage_.Load().decision; }

  // What gRPC's health service says (health.proto: status is field 1, SERVING is 1).
  bool IsHealthy() const {
    grpc::GenericStub stub(server_->endpoint().channel);
    grpc::ClientContext context;
    const grpc::ByteBuffer request(nullptr, 0);
    grpc::ByteBuffer reply;
    std::promise<bool> done;
    stub.UnaryCall(&context, "/grpc.health.v1.Health/Check", {}, &request, &reply,
                   [&](const grpc::Status& status) { done.set_value(status.ok()); });
    grpc::Slice bytes;
    return done.get_future().get() && reply.DumpToSingleSlice(&bytes).ok() && bytes.size() == 2 &&
           bytes.begin()[1] == 1;
  }

  template <class Request, class Reply>
  using PeerCall = void (paxos::GrpcTransport::*)(paxos::ReplicaId, const Request&, paxos::Duration,
                                                  paxos::Transport::Done<Reply>);

  // Sends a peer's message, and compares its answer, and what is saved then, with what they must
  // be. What is not answered changes nothing.
  template <class Request, class Reply>
  void AskPeer(PeerCall<Request, Reply> call, const Request& request) {
    const std::size_t number = results_.Add();
    const paxos::StoredState before = storage_.Load();
    const auto answer = std::make_shared<std::optional<Reply>>();
    ((*peer_).*call)(kReplica, request, kDeadline,
                     [this, number, answer](const quorum::NodeResult<Reply>& result) {
                       *answer = result.reply;
                       results_.Set(number, WordOf(result));
                     });
    if (!results_.Await(number)) return;
    const std::string which = fmt::format("message {}", number + 1);
    if (!*answer) return CheckState(which, before);
    if constexpr (std::is_same_v<Request, paxos::PingRequest>) {
      CheckAnswer(which, AnswerTo(request, before, kReplica), **answer);
      CheckState(which, before);
    } else {
      const RightAnswer<Reply> right = AnswerTo(request, before);
      CheckAnswer(which, right.reply, **answer);
      CheckState(which, right.state);
    }
  }

  void AskClient(const WireMessage& message) {
    const std::size_t number = results_.Add();
    const std::size_t arrived = results_.arrived();
    const auto done = [this, number](const paxos::Client::Result& result) {
      if (result.ok()) results_.AddValue(result.value().value);
      results_.Set(number, WordOf(result));
    };
    const bool proposes = message.type == MessageType::kPropose;
    if (EndsAtOnce()) {
      done(proposes ? client_->Propose(ValueOf(message)) : client_->Wait());
    } else if (proposes) {
      client_->Propose(ValueOf(message), done);
      results_.AwaitOrArrival(number, arrived);
    } else {
      client_->Wait(done);  // its arrival is not reported
    }
  }

  void AskStatus() {
    const std::size_t number = results_.Add();
    const auto result = client_->Status().front().result;
    if (result.reply) CheckStatus(result);
    results_.Set(number, WordOf(result));
  }

  void CheckAnswer(const std::string& which, const google::protobuf::Message& expected,
                   const google::protobuf::Message& observed) {
    if (expected.SerializeAsString() == observed.SerializeAsString()) return;
    misuses_.push_back(fmt::format("answer to {}: expected {}, observed {}", which,
                                   MessageText(expected), MessageText(observed)));
  }

  void CheckState(const std::string& which, const paxos::StoredState& expected) {
    const paxos::StoredState observed = storage_.Load();
    if (expected == observed) return;
    misuses_.push_back(fmt::format("saved after {}: expected {}, observed {}", which,
                                   StateText(expected), StateText(observed)));
  }

  void CheckStatus(const quorum::NodeResult<paxos::StatusReply>& result) {
    const paxos::StatusReply right = StatusOf(storage_.Load(), kReplica, kReplicas);
    if (result.reply) return CheckAnswer("a question for the status", right, *result.reply);
    misuses_.push_back(
        fmt::format("answer to a question for the status: expected {}, observed the "
                    "error \"{}\"",
                    MessageText(right), quorum::NodeErrorCodeName(result.error.code)));
  }

  WireResults results_;
  PeriodClock clock_{nullptr};
  paxos::MemoryStorage storage_;
  std::unique_ptr<paxos::ReplicaServer> server_;
  std::unique_ptr<paxos::GrpcTransport> peer_;
  std::unique_ptr<paxos::Client> client_;
  bool serves_ = false;
  bool takes_clients_ = false;
  std::vector<std::string> misuses_;
};

bool HasReplies(const cases::WireCase& test) {
  const auto* const first = std::get_if<WireMessage>(&test.events.front());
  return first != nullptr && FormOf(first->type).reply;
}

}  // namespace

Verdict RunCase(const cases::WireCase& test, std::chrono::milliseconds timeout) {
  if (HasReplies(test)) return Judge(oracles::Compare(test, RunReplies(test, timeout)));
  static constexpr std::pair<quorum::Order, const char*> kWays[] = {
      {quorum::Order::kNone, ""}, {quorum::Order::kFifo, "ordered: "}};
  for (const auto& [order, name] : kWays) {
    WireRun run(order, timeout);
    for (const cases::WireEvent& event : test.events) std::visit(run, event);
    std::vector<oracles::Mismatch> mismatches = oracles::Compare(test, run.End());
    for (oracles::Mismatch& mismatch : mismatches) mismatch.what = name + mismatch.what;
    if (!mismatches.empty()) return Judge(mismatches);
  }
  return Judge({});
}

}  // namespace adapter
