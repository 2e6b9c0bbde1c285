#include "adapter/systems/paxos/faults/faulty_transport.h"

#include <utility>

namespace adapter {

using cases::MessageKind;

// One call of a method: what it takes to make it, once or twice, now or later. All that may still
// come of the call shares it, so that its end means that nothing more will come.
template <class Request, class Reply>
struct FaultyTransport::Call {
  Call(FaultyTransport& transport, paxos::ReplicaId to, std::optional<MessageKind> request_kind,
       std::optional<MessageKind> reply_kind, Method<Request, Reply> its_method,
       const Request& its_request, paxos::Duration its_timeout, Done<Reply> its_done)
      : request_header{transport.self_, to, request_kind, std::nullopt,
                       Pinger(transport, request_kind)},
        reply_header{to, transport.self_, reply_kind, std::nullopt,
                     Pinger(transport, request_kind)},
        method(its_method),
        request(its_request),
        timeout(its_timeout),
        done(std::move(its_done)),
        network(transport.network_),
        fates(transport.fates_),
        mailbox(transport.mailbox_),
        lane(request_kind ? transport.LaneTo(to) : nullptr) {
    if (request_kind) incarnation = fates.CallBegun(request_header.from);
  }
  ~Call() {
    if (request_header.kind) fates.CallOver(request_header.from, incarnation);
  }

  static std::optional<paxos::ReplicaId> Pinger(const FaultyTransport& transport,
                                                std::optional<MessageKind> kind) {
    return kind ? std::nullopt : std::optional(transport.self_);
  }

  // Begins the call when all replicas have begun.
  static void Start(const std::shared_ptr<Call>& call) {
    call->mailbox.Hold(Mailbox::kUntilAllBegan, call->request_header.from, [call] { Begin(call); });
  }

  // Sends the request when it is its turn. What becomes of it is only decided then, since what
  // happens meanwhile counts, too.
  static void Begin(const std::shared_ptr<Call>& call) {
    if (!call->lane) return Send(call);
    call->lane->Enter([call] { Send(call); });
  }

  static void Send(const std::shared_ptr<Call>& call) {
    const Routing routing = call->fates.Route(call->request_header);
    switch (routing.fate) {
      case Fate::kLose:
        call->Lost();
        return call->Leave();
      case Fate::kHold:
        call->mailbox.Hold(routing.fault, call->request_header.from, [call, routing] {
          routing.again ? Begin(call) : Deliver(call, routing.incarnation);
        });
        return call->Leave();
      case Fate::kDuplicate:
        Transmit(call, routing.incarnation);
        return Deliver(call, routing.incarnation);
      case Fate::kDeliver:
        return Transmit(call, routing.incarnation);
    }
  }

  static void Deliver(const std::shared_ptr<Call>& call, int incarnation) {
    if (!call->lane) return Transmit(call, incarnation);
    call->lane->Enter([call, incarnation] { Transmit(call, incarnation); });
  }

  static void Transmit(const std::shared_ptr<Call>& call, int incarnation) {
    const auto on_result = [call, incarnation](quorum::NodeResult<Reply> result) {
      OnResult(call, incarnation, std::move(result));
      call->Leave();
    };
    (call->network.*call->method)(call->request_header.to, call->request, call->timeout, on_result);
  }

  void Leave() const {
    if (lane) lane->Done();
  }

  // The result has come; `incarnation` is the one that the receiver had when the request left.
  static void OnResult(const std::shared_ptr<Call>& call, int incarnation,
                       quorum::NodeResult<Reply> result) {
    if (!result.reply) return call->done(std::move(result));
    call->fates.Arrived(call->request_header);
    Return(call, incarnation, std::move(result));
  }

  // The reply is on its way back.
  static void Return(const std::shared_ptr<Call>& call, int incarnation,
                     quorum::NodeResult<Reply> result) {
    MessageHeader reply = call->reply_header;
    reply.incarnation = incarnation;
    const Routing routing = call->fates.Route(reply);
    switch (routing.fate) {
      case Fate::kLose:
        return call->Lost();
      case Fate::kHold:
        return call->mailbox.Hold(
            routing.fault, call->reply_header.from,
            [call, incarnation, again = routing.again, result = std::move(result)] {
              again ? Return(call, incarnation, result) : call->Finish(result);
            });
      case Fate::kDuplicate:
        call->Finish(result);
        return call->Finish(std::move(result));
      case Fate::kDeliver:
        return call->Finish(std::move(result));
    }
  }

  void Finish(quorum::NodeResult<Reply> result) {
    done(std::move(result));
    fates.Arrived(reply_header);
  }

  void Lost() {
    done(quorum::NodeResult<Reply>::Failed(
        {request_header.to, quorum::NodeErrorCode::kDeadlineExceeded, "lost in a test"}));
  }

  const MessageHeader request_header;
  const MessageHeader reply_header;
  const Method<Request, Reply> method;
  const Request request;
  const paxos::Duration timeout;
  const Done<Reply> done;
  paxos::Transport& network;
  MessageFates& fates;
  Mailbox& mailbox;
  const std::shared_ptr<Lane> lane;  // null for pings, which overtake
  int incarnation = 0;               // of the sender
};

std::shared_ptr<Lane> FaultyTransport::LaneTo(paxos::ReplicaId receiver) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Lane>& lane = lanes_[receiver];
  if (!lane) lane = std::make_shared<Lane>();
  return lane;
}

FaultyTransport::FaultyTransport(paxos::ReplicaId self, paxos::Transport& network,
                                 MessageFates& fates, Mailbox& mailbox)
    : self_(self), network_(network), fates_(fates), mailbox_(mailbox) {}

void FaultyTransport::Prepare(paxos::ReplicaId to, const paxos::PrepareRequest& request,
                              paxos::Duration timeout, Done<paxos::PrepareReply> done) {
  using PrepareCall = Call<paxos::PrepareRequest, paxos::PrepareReply>;
  PrepareCall::Start(std::make_shared<PrepareCall>(*this, to, MessageKind::kPrepare,
                                                   MessageKind::kPromise, &Transport::Prepare,
                                                   request, timeout, std::move(done)));
}

void FaultyTransport::Accept(paxos::ReplicaId to, const paxos::AcceptRequest& request,
                             paxos::Duration timeout, Done<paxos::AcceptReply> done) {
  using AcceptCall = Call<paxos::AcceptRequest, paxos::AcceptReply>;
  AcceptCall::Start(std::make_shared<AcceptCall>(*this, to, MessageKind::kAccept,
                                                 MessageKind::kLearn, &Transport::Accept, request,
                                                 timeout, std::move(done)));
}

void FaultyTransport::Commit(paxos::ReplicaId to, const paxos::CommitRequest& request,
                             paxos::Duration timeout, Done<paxos::CommitReply> done) {
  using CommitCall = Call<paxos::CommitRequest, paxos::CommitReply>;
  CommitCall::Start(std::make_shared<CommitCall>(*this, to, MessageKind::kCommit,
                                                 MessageKind::kCommitted, &Transport::Commit,
                                                 request, timeout, std::move(done)));
}

void FaultyTransport::Ping(paxos::ReplicaId to, const paxos::PingRequest& request,
                           paxos::Duration timeout, Done<paxos::PingReply> done) {
  using PingCall = Call<paxos::PingRequest, paxos::PingReply>;
  PingCall::Start(std::make_shared<PingCall>(*this, to, std::nullopt, std::nullopt,
                                             &Transport::Ping, request, timeout, std::move(done)));
}

}  // namespace adapter
