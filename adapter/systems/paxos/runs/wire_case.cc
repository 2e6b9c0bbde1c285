#include "adapter/systems/paxos/runs/wire_case.h"

#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "quorum/manager.h"
#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/rpc/grpc_transport.h"
#include "sut/paxos/rpc/replica_server.h"

namespace adapter {
namespace {

using cases::WireMessage;
using cases::WireOutcome;
using cases::WireStep;
using MessageType = WireMessage::Type;

constexpr paxos::ReplicaId kReplica = 1;
constexpr int kReplicas = 3;

const char* WordOf(WireOutcome outcome) {
  return cases::kWireOutcomeWords[static_cast<std::size_t>(outcome)];
}

const char* WordOf(const quorum::NodeError& error) {
  switch (error.code) {
    case quorum::NodeErrorCode::kRemote:
      return WordOf(WireOutcome::kRefused);
    case quorum::NodeErrorCode::kUnavailable:
      return WordOf(WireOutcome::kUnavailable);
    case quorum::NodeErrorCode::kCancelled:
      return WordOf(WireOutcome::kCancelled);
    default:
      return quorum::NodeErrorCodeName(error.code);
  }
}

template <class Reply>
const char* WordOf(const quorum::NodeResult<Reply>& result) {
  return result.reply ? WordOf(WireOutcome::kAnswered) : WordOf(result.error);
}

const char* WordOf(const paxos::Client::Result& result) {
  if (result.ok()) return WordOf(WireOutcome::kAnswered);
  const auto& errors = result.error().errors;
  return errors.empty() ? WordOf(WireOutcome::kCancelled) : WordOf(errors.front());
}

// The outcomes of messages, which come from any thread, and how many proposals have arrived.
class Results : public paxos::Instrumentation {
 public:
  explicit Results(std::chrono::milliseconds timeout) : timeout_(timeout) {}

  /// Begins to wait for the outcome of one more message; returns its number.
  std::size_t Add() {
    std::lock_guard lock(mutex_);
    words_.emplace_back();
    return words_.size() - 1;
  }
  void Set(std::size_t message, const char* word) {
    std::lock_guard lock(mutex_);
    words_[message] = word;
    changed_.notify_all();
  }
  std::size_t arrived() {
    std::lock_guard lock(mutex_);
    return arrived_;
  }

  /// Waits until the message has an outcome.
  void Await(std::size_t message) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout_, [&] { return !words_[message].empty(); });
  }
  /// Waits until the message has an outcome, or more proposals have arrived than `before`.
  void AwaitOrArrival(std::size_t message, std::size_t before) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout_,
                      [&] { return !words_[message].empty() || arrived_ > before; });
  }
  /// Waits until all have outcomes; "none" for those that have not in time.
  std::vector<std::string> AwaitAll() {
    std::unique_lock lock(mutex_);
    const auto is_missing = [](const std::string& word) { return word.empty(); };
    changed_.wait_for(lock, timeout_,
                      [&] { return std::none_of(words_.begin(), words_.end(), is_missing); });
    std::vector<std::string> words = words_;
    std::replace_if(words.begin(), words.end(), is_missing, "none");
    return words;
  }

  void Observe(const paxos::Event& event) override {
    if (event.point != paxos::Point::kClientRequest) return;
    std::lock_guard lock(mutex_);
    ++arrived_;
    changed_.notify_all();
  }
  void Noticed() {
    std::lock_guard lock(mutex_);
    ++notices_;
  }
  /// How often the host was told of a decided value.
  std::size_t notices() {
    std::lock_guard lock(mutex_);
    return notices_;
  }
  paxos::Action Decide(const paxos::Event&) override { return paxos::Action::kGo; }
  std::optional<std::size_t> ChooseProposal(paxos::ReplicaId,
                                            const std::vector<std::string>&) override {
    return 0;
  }

 private:
  const std::chrono::milliseconds timeout_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> words_;
  std::size_t arrived_ = 0;
  std::size_t notices_ = 0;
};

std::string ValueOf(const WireMessage& message) {
  return std::string(static_cast<std::size_t>(*message.bytes), 'x');
}

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
    const std::size_t number = results_.Add();
    const auto done = [this, number](const auto& result) { results_.Set(number, WordOf(result)); };
    const std::size_t arrived = results_.arrived();
    switch (message.type) {
      case MessageType::kPrepare:
        peer_->Prepare(kReplica, WithRound<paxos::PrepareRequest>(message), kDeadline, done);
        break;
      case MessageType::kAccept:
        peer_->Accept(kReplica, WithValue<paxos::AcceptRequest>(message), kDeadline, done);
        break;
      case MessageType::kCommit:
        peer_->Commit(kReplica, WithValue<paxos::CommitRequest>(message), kDeadline, done);
        break;
      case MessageType::kPing: {
        paxos::PingRequest request;
        request.set_from(static_cast<std::int32_t>(*message.from));
        peer_->Ping(kReplica, request, kDeadline, done);
        break;
      }
      case MessageType::kPropose:
        if (EndsAtOnce()) return done(client_->Propose(ValueOf(message)));
        client_->Propose(ValueOf(message), done);
        return results_.AwaitOrArrival(number, arrived);
      case MessageType::kWait:
        if (EndsAtOnce()) return done(client_->Wait());
        return client_->Wait(done);  // its arrival is not reported
      default:
        results_.Set(number, WordOf(client_->Status().front().result));
    }
    results_.Await(number);
  }

  oracles::WireCaseOutcome End() {
    oracles::WireCaseOutcome outcome;
    if (serves_) CheckStatus(outcome);
    if (IsHealthy() != takes_clients_) {
      outcome.misuses.emplace_back("health does not say whether clients are served");
    }
    server_->Disconnect();
    outcome.outcomes = results_.AwaitAll();
    client_.reset();
    peer_.reset();
    const paxos::StoredState stored = storage_.Load();
    outcome.state.promised = stored.promised;
    if (stored.vote) outcome.state.vrnd = stored.vote->rnd;
    if (stored.decision) outcome.state.decided = stored.decision->rnd;
    if (results_.notices() != (stored.decision ? 1u : 0u)) {
      outcome.misuses.emplace_back("the decided value was not noticed once");
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

  void CheckStatus(oracles::WireCaseOutcome& outcome) {
    const auto status = client_->Status().front().result.reply;
    const paxos::StoredState stored = storage_.Load();
    const auto field = [](bool has, auto value) {
      return has ? std::optional(value) : std::nullopt;
    };
    const bool agrees = status && status->id() == kReplica && status->replicas() == kReplicas &&
                        status->suspected().empty() && !status->has_crnd() &&
                        status->leader() == 0 &&
                        field(status->has_promised(), status->promised()) == stored.promised &&
                        field(status->has_vrnd(), status->vrnd()) ==
                            (stored.vote ? std::optional(stored.vote->rnd) : std::nullopt) &&
                        field(status->has_decided(), status->decided().rnd()) ==
                            (stored.decision ? std::optional(stored.decision->rnd) : std::nullopt);
    if (!agrees) outcome.misuses.emplace_back("status does not say what is saved");
  }

  Results results_;
  PeriodClock clock_{nullptr};
  paxos::MemoryStorage storage_;
  std::unique_ptr<paxos::ReplicaServer> server_;
  std::unique_ptr<paxos::GrpcTransport> peer_;
  std::unique_ptr<paxos::Client> client_;
  bool serves_ = false;
  bool takes_clients_ = false;
};

// A peer that gives the case's reply to whatever it is asked.
class AnsweringPeer : public paxos::Paxos::CallbackService {
 public:
  explicit AnsweringPeer(const WireMessage& message) : message_(message) {
    grpc::ServerBuilder builder;
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~AnsweringPeer() override { server_->Shutdown(); }

  quorum::Endpoint endpoint() const {
    return {0, "answering peer", server_->InProcessChannel(grpc::ChannelArguments())};
  }

  grpc::ServerUnaryReactor* Prepare(grpc::CallbackServerContext* context,
                                    const paxos::PrepareRequest*,
                                    paxos::PrepareReply* reply) override {
    if (message_.type == MessageType::kPrepareRefusal)
      reply->mutable_refusal()->set_promised(*message_.rnd);
    if (message_.type == MessageType::kPromise) {
      reply->mutable_promise()->set_rnd(*message_.rnd);
      if (message_.vrnd) SetRoundValue(*reply->mutable_promise()->mutable_vote(), *message_.vrnd);
    }
    return Done(context);
  }
  grpc::ServerUnaryReactor* Accept(grpc::CallbackServerContext* context,
                                   const paxos::AcceptRequest*,
                                   paxos::AcceptReply* reply) override {
    if (message_.type == MessageType::kAcceptRefusal)
      reply->mutable_refusal()->set_promised(*message_.rnd);
    if (message_.type == MessageType::kLearn) SetRoundValue(*reply->mutable_learn(), *message_.rnd);
    return Done(context);
  }
  grpc::ServerUnaryReactor* Commit(grpc::CallbackServerContext* context,
                                   const paxos::CommitRequest*, paxos::CommitReply*) override {
    return Done(context);
  }
  grpc::ServerUnaryReactor* Ping(grpc::CallbackServerContext* context, const paxos::PingRequest*,
                                 paxos::PingReply* reply) override {
    reply->set_vrnd(*message_.rnd);
    if (message_.vrnd) SetRoundValue(*reply->mutable_decided(), *message_.vrnd);
    return Done(context);
  }

 private:
  static grpc::ServerUnaryReactor* Done(grpc::CallbackServerContext* context) {
    auto* const reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }
  template <class Message>
  void SetRoundValue(Message& message, std::int64_t rnd) const {
    message.set_rnd(rnd);
    message.set_value(ValueOf(message_));
  }

  const WireMessage message_;
  std::unique_ptr<grpc::Server> server_;
};

// What a replica's transport makes of the reply.
std::string OutcomeOfReply(const WireMessage& message, std::chrono::milliseconds timeout) {
  Results results(timeout);
  const std::size_t number = results.Add();
  const auto done = [&](const auto& result) { results.Set(number, WordOf(result)); };
  AnsweringPeer peer(message);
  paxos::GrpcTransport transport({peer.endpoint()});
  const paxos::Duration deadline = timeout;
  switch (message.type) {
    case MessageType::kPromise:
    case MessageType::kPrepareRefusal:
    case MessageType::kNoPromise:
      transport.Prepare(0, {}, deadline, done);
      break;
    case MessageType::kLearn:
    case MessageType::kAcceptRefusal:
    case MessageType::kNoLearn:
      transport.Accept(0, {}, deadline, done);
      break;
    case MessageType::kCommitted:
      transport.Commit(0, {}, deadline, done);
      break;
    default:
      transport.Ping(0, {}, deadline, done);
  }
  const std::string word = results.AwaitAll().front();
  transport.Shutdown();
  return word;
}

oracles::WireCaseOutcome RunReplies(const cases::WireCase& test,
                                    std::chrono::milliseconds timeout) {
  oracles::WireCaseOutcome outcome;
  for (const cases::WireEvent& event : test.events) {
    outcome.outcomes.push_back(OutcomeOfReply(std::get<WireMessage>(event), timeout));
  }
  return outcome;
}

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
