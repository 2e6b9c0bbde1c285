#include "adapter/systems/paxos/runs/wire_replies.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "adapter/systems/paxos/runs/wire_results.h"
#include "sut/paxos/paxos.grpc.pb.h"
#include "sut/paxos/rpc/grpc_transport.h"

namespace adapter {
namespace {

using ReplyType = cases::WireMessage::Type;

// A peer that gives the case's reply to whatever it is asked.
class AnsweringPeer : public paxos::Paxos::CallbackService {
 public:
  explicit AnsweringPeer(const cases::WireMessage& message) : message_(message) {
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
    if (message_.type == ReplyType::kPrepareRefusal)
      reply->mutable_refusal()->set_promised(*message_.rnd);
    if (message_.type == ReplyType::kPromise) {
      reply->mutable_promise()->set_rnd(*message_.rnd);
      if (message_.vrnd) SetRoundValue(*reply->mutable_promise()->mutable_vote(), *message_.vrnd);
    }
    return Done(context);
  }
  grpc::ServerUnaryReactor* Accept(grpc::CallbackServerContext* context,
                                   const paxos::AcceptRequest*,
                                   paxos::AcceptReply* reply) override {
    if (message_.type == ReplyType::kAcceptRefusal)
      reply->mutable_refusal()->set_promised(*message_.rnd);
    if (message_.type == ReplyType::kLearn) SetRoundValue(*reply->mutable_learn(), *message_.rnd);
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

  const cases::WireMessage message_;
  std::unique_ptr<grpc::Server> server_;
};

// What a replica's transport makes of the reply.
std::string OutcomeOfReply(const cases::WireMessage& message, std::chrono::milliseconds timeout) {
  WireResults results(timeout);
  const std::size_t number = results.Add();
  const auto done = [&](const auto& result) { results.Set(number, WordOf(result)); };
  AnsweringPeer peer(message);
  paxos::GrpcTransport transport({peer.endpoint()});
  const paxos::Duration deadline = timeout;
  switch (message.type) {
    case ReplyType::kPromise:
    case ReplyType::kPrepareRefusal:
    case ReplyType::kNoPromise:
      transport.Prepare(0, {}, deadline, done);
      break;
    case ReplyType::kLearn:
    case ReplyType::kAcceptRefusal:
    case ReplyType::kNoLearn:
      transport.Accept(0, {}, deadline, done);
      break;
    case ReplyType::kCommitted:
      transport.Commit(0, {}, deadline, done);
      break;
    default:
      transport.Ping(0, {}, deadline, done);
  }
  const std::string word = results.AwaitAll().front();
  transport.Shutdown();
  return word;
}

}  // namespace

oracles::WireCaseOutcome RunReplies(const cases::WireCase& test,
                                    std::chrono::milliseconds timeout) {
  oracles::WireCaseOutcome outcome;
  for (const cases::WireEvent& event : test.events) {
    outcome.outcomes.push_back(OutcomeOfReply(std::get<cases::WireMessage>(event), timeout));
  }
  return outcome;
}

}  // namespace adapter
