#include "adapter/faulty_transport.h"

#include <utility>

namespace adapter {

using suite::MessageKind;

// One call of a method: what it takes to make it, once or twice, now or later. Shared by all that
// may still come of it.
template <class Request, class Reply>
struct FaultyTransport::Call {
  Letter request_letter;
  Letter reply_letter;
  Method<Request, Reply> method = nullptr;
  Request request;
  paxos::Duration timeout{};
  Done<Reply> done;
  paxos::Transport* network = nullptr;
  MessageFates* fates = nullptr;
  Mailbox* mailbox = nullptr;

  static void Begin(const std::shared_ptr<Call>& call) {
    const Routing routing = call->fates->Route(call->request_letter);
    switch (routing.fate) {
      case Fate::kLose:
        return call->Lost();
      case Fate::kHold:
        return call->mailbox->Hold(routing.fault, call->request_letter.from,
                                   [call] { Deliver(call, true); });
      case Fate::kDuplicate:
        Deliver(call, false);
        return Deliver(call, false);
      case Fate::kDeliver:
        return Deliver(call, false);
    }
  }

  // `was_held`: the message was held back, and is dealt with when its reply is.
  static void Deliver(const std::shared_ptr<Call>& call, bool was_held) {
    const auto on_result = [call, was_held](quorum::NodeResult<Reply> result) {
      call->OnResult(call, std::move(result));
      if (was_held) call->fates->Settled();
    };
    (call->network->*call->method)(call->request_letter.to, call->request, call->timeout,
                                   on_result);
  }

  void OnResult(const std::shared_ptr<Call>& call, quorum::NodeResult<Reply> result) {
    if (!result.reply) return done(std::move(result));
    fates->Arrived(request_letter);
    const Routing routing = fates->Route(reply_letter);
    switch (routing.fate) {
      case Fate::kLose:
        return Lost();
      case Fate::kHold:
        return mailbox->Hold(routing.fault, reply_letter.from, [call, result = std::move(result)] {
          call->Finish(result);
          call->fates->Settled();
        });
      case Fate::kDuplicate:
        Finish(result);
        return Finish(std::move(result));
      case Fate::kDeliver:
        return Finish(std::move(result));
    }
  }

  void Finish(quorum::NodeResult<Reply> result) {
    done(std::move(result));
    fates->Arrived(reply_letter);
  }

  void Lost() {
    done(quorum::NodeResult<Reply>::Failed(
        {request_letter.to, quorum::NodeErrorCode::kDeadlineExceeded, "lost in a test"}));
  }
};

FaultyTransport::FaultyTransport(paxos::NodeId self, paxos::Transport& network, MessageFates& fates,
                                 Mailbox& mailbox)
    : self_(self), network_(network), fates_(fates), mailbox_(mailbox) {}

template <class Request, class Reply>
void FaultyTransport::Send(Call<Request, Reply> call) {
  call.network = &network_;
  call.fates = &fates_;
  call.mailbox = &mailbox_;
  Call<Request, Reply>::Begin(std::make_shared<Call<Request, Reply>>(std::move(call)));
}

void FaultyTransport::Prepare(paxos::NodeId to, const paxos::PrepareRequest& request,
                              paxos::Duration timeout, Done<paxos::PrepareReply> done) {
  Send(Call<paxos::PrepareRequest, paxos::PrepareReply>{{self_, to, MessageKind::kPrepare},
                                                        {to, self_, MessageKind::kPromise},
                                                        &Transport::Prepare,
                                                        request,
                                                        timeout,
                                                        std::move(done)});
}

void FaultyTransport::Accept(paxos::NodeId to, const paxos::AcceptRequest& request,
                             paxos::Duration timeout, Done<paxos::AcceptReply> done) {
  Send(Call<paxos::AcceptRequest, paxos::AcceptReply>{{self_, to, MessageKind::kAccept},
                                                      {to, self_, MessageKind::kLearn},
                                                      &Transport::Accept,
                                                      request,
                                                      timeout,
                                                      std::move(done)});
}

void FaultyTransport::Commit(paxos::NodeId to, const paxos::CommitRequest& request,
                             paxos::Duration timeout, Done<paxos::CommitReply> done) {
  Send(Call<paxos::CommitRequest, paxos::CommitReply>{{self_, to, MessageKind::kCommit},
                                                      {to, self_, MessageKind::kCommitted},
                                                      &Transport::Commit,
                                                      request,
                                                      timeout,
                                                      std::move(done)});
}

void FaultyTransport::Ping(paxos::NodeId to, const paxos::PingRequest& request,
                           paxos::Duration timeout, Done<paxos::PingReply> done) {
  Send(Call<paxos::PingRequest, paxos::PingReply>{{self_, to, std::nullopt},
                                                  {to, self_, std::nullopt},
                                                  &Transport::Ping,
                                                  request,
                                                  timeout,
                                                  std::move(done)});
}

}  // namespace adapter
