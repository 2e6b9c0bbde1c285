#include "sut/paxos/systematic/host.h"

#include <utility>

namespace paxos {
namespace {

Happening RequestOf(const PrepareRequest& request) {
  return {.kind = Happening::Kind::kPrepare, .rnd = request.rnd()};
}
Happening RequestOf(const AcceptRequest& request) {
  return {.kind = Happening::Kind::kAccept, .rnd = request.rnd(), .value = request.value()};
}
Happening RequestOf(const CommitRequest& request) {
  return {.kind = Happening::Kind::kCommit, .rnd = request.rnd(), .value = request.value()};
}
Happening RequestOf(const PingRequest& request) {
  return {.kind = Happening::Kind::kPing, .flag = request.learned()};
}

Deed AnswerOf(const PrepareReply& reply) {
  Deed deed{.kind = Deed::Kind::kAnswer, .method = Method::kPrepare, .flag = reply.has_promise()};
  if (reply.has_refusal()) deed.event.promised = reply.refusal().promised();
  if (!reply.has_promise()) return deed;
  deed.event.rnd = reply.promise().rnd();
  if (reply.promise().has_vote()) {
    deed.event.vrnd = reply.promise().vote().rnd();
    deed.event.vval = reply.promise().vote().value();
  }
  return deed;
}
Deed AnswerOf(const AcceptReply& reply) {
  Deed deed{.kind = Deed::Kind::kAnswer, .method = Method::kAccept, .flag = reply.has_learn()};
  if (reply.has_refusal()) deed.event.promised = reply.refusal().promised();
  if (!reply.has_learn()) return deed;
  deed.event.rnd = reply.learn().rnd();
  deed.event.value = reply.learn().value();
  return deed;
}
Deed AnswerOf(const CommitReply&) {
  return {.kind = Deed::Kind::kAnswer, .method = Method::kCommit, .flag = true};
}
Deed AnswerOf(const PingReply& reply) {
  Deed deed{.kind = Deed::Kind::kAnswer, .method = Method::kPing, .flag = reply.learned()};
  deed.event.about = reply.from();
  if (reply.has_vrnd()) deed.event.vrnd = reply.vrnd();
  if (reply.has_decided()) {
    deed.event.rnd = reply.decided().rnd();
    deed.event.value = reply.decided().value();
  }
  return deed;
}

Method MethodOf(const PrepareReply*) { return Method::kPrepare; }
Method MethodOf(const AcceptReply*) { return Method::kAccept; }
Method MethodOf(const CommitReply*) { return Method::kCommit; }
Method MethodOf(const PingReply*) { return Method::kPing; }

template <class Reply>
Deed DeedOf(const std::optional<Reply>& reply) {
  if (reply) return AnswerOf(*reply);
  return {.kind = Deed::Kind::kSilence, .method = MethodOf(static_cast<const Reply*>(nullptr))};
}

}  // namespace

Host::Host(ReplicaId id, const Surroundings& surroundings) : id_(id), surroundings_(surroundings) {
  const WorldOptions& options = surroundings.options;
  config_.id = id;
  config_.replicas = options.replicas;
  config_.quorum_sizes = options.Quorums();
  config_.delay = Duration(options.delay);
  config_.delta = Duration(options.delta);
  config_.timeout = Duration(options.timeout);
}

Host::~Host() { Crash(); }

void Host::Start() {
  surroundings_.judges.OnStart(id_);
  contract_ = std::make_unique<ReplicaContract>(config_, stored_);
  contract_->Happens({.kind = Happening::Kind::kStart});
  wire_ = std::make_unique<Wire>(id_, surroundings_.network, *this,
                                 surroundings_.options.network.reply_twice);
  replica_ = std::make_unique<Replica>(config_, Environment{*this, *wire_, *this, this});
  replica_->Start();
}

void Host::Crash() {
  contract_.reset();
  replica_.reset();
  wire_.reset();
}

void Host::StepEnded() {
  if (!contract_) return;
  const std::string& complaint = contract_->Compare();
  if (!complaint.empty()) surroundings_.judges.BrokeContract(id_, complaint);
  if (contract_->halted()) surroundings_.processes.Doom(static_cast<systematic::Node>(id_));
}

void Host::CheckStatus() {
  if (!replica_) return;
  replica_->Status({}, [this](const std::optional<StatusReply>& status) {
    const std::string complaint =
        status ? contract_->CompareStatus(*status) : "should say how it is, and says nothing";
    if (!complaint.empty()) surroundings_.judges.BrokeContract(id_, complaint);
  });
}

void Host::OnRequest(systematic::Network::Exchange exchange, Method method,
                     std::string_view bytes) {
  switch (method) {
    case Method::kPrepare:
      return Take(exchange, bytes, prepare_, &Replica::Prepare);
    case Method::kAccept:
      return Take(exchange, bytes, accept_, &Replica::Accept);
    case Method::kCommit:
      return Take(exchange, bytes, commit_, &Replica::Commit);
    case Method::kPing:
      return Take(exchange, bytes, ping_, &Replica::Ping);
  }
}

template <class Request, class Reply>
void Host::Take(systematic::Network::Exchange exchange, std::string_view bytes, Request& request,
                void (Replica::*method)(const Request&, Replica::Answer<Reply>)) {
  request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  contract_->Happens(RequestOf(request));
  (replica_.get()->*method)(
      request, [this, exchange](const std::optional<Reply>& reply) { Answer(exchange, reply); });
}

template <class Reply>
void Host::Answer(systematic::Network::Exchange exchange, const std::optional<Reply>& reply) {
  if (!contract_) return;
  contract_->Does(DeedOf(reply));
  if (!reply) return surroundings_.network.Refuse(exchange);
  reply->SerializeToString(&buffer_);
  surroundings_.network.Answer(exchange, buffer_);
}

void Host::CallItself(ReplicaId, const PrepareRequest& request,
                      Transport::Done<PrepareReply> done) {
  CallItself(request, &Replica::Prepare, std::move(done));
}
void Host::CallItself(ReplicaId, const AcceptRequest& request, Transport::Done<AcceptReply> done) {
  CallItself(request, &Replica::Accept, std::move(done));
}
void Host::CallItself(ReplicaId, const CommitRequest& request, Transport::Done<CommitReply> done) {
  CallItself(request, &Replica::Commit, std::move(done));
}

template <class Request, class Reply>
void Host::CallItself(const Request& request,
                      void (Replica::*method)(const Request&, Replica::Answer<Reply>),
                      Transport::Done<Reply> done) {
  contract_->Happens(RequestOf(request));
  (replica_.get()->*method)(request, [this, done = std::move(done)](std::optional<Reply> reply) {
    if (!contract_) return;
    contract_->Does(DeedOf(reply));
    if (reply) return done(quorum::NodeResult<Reply>::Ok(std::move(*reply)));
    done(quorum::NodeResult<Reply>::Failed({id_, quorum::NodeErrorCode::kUnavailable, ""}));
  });
}

void Host::OnAsk(std::uint16_t client, const std::string& value, systematic::Clients::Ask ask) {
  surroundings_.judges.OnAsked(client, value);
  contract_->Happens({.kind = Happening::Kind::kClient, .value = value});
  ClientRequest request;
  request.set_value(value);
  replica_->ClientHandle(
      request, [this, ask](const std::optional<ClientReply>& reply) { AnswerClient(ask, reply); });
}

void Host::OnWait(systematic::Clients::Ask ask) {
  contract_->Happens({.kind = Happening::Kind::kWait});
  replica_->Wait(
      {}, [this, ask](const std::optional<ClientReply>& reply) { AnswerClient(ask, reply); });
}

void Host::AnswerClient(systematic::Clients::Ask ask, const std::optional<ClientReply>& reply) {
  systematic::Clients& clients = surroundings_.clients;
  if (!contract_) {
    clients.Unanswered(ask);
    return;
  }
  Deed deed{.kind = Deed::Kind::kClient, .flag = reply.has_value()};
  if (reply) deed.event.value = reply->value();
  contract_->Does(std::move(deed));
  const int client = clients.history()[ask].client;
  const bool is_first = reply ? clients.Answered(ask, reply->value()) : clients.Unanswered(ask);
  if (!is_first) surroundings_.judges.AnsweredTwice(client, id_);
  if (reply) surroundings_.judges.OnAnswered(client, reply->value());
}

Clock::TimerId Host::StartTimer(Duration delay, std::function<void()> on_fire) {
  surroundings_.judges.OnPeriod(id_, delay);
  contract_->Does({.kind = Deed::Kind::kTimer, .event = {.period = delay.count()}});
  return surroundings_.timers.Start(static_cast<systematic::Node>(id_), surroundings_.period_word,
                                    delay.count(), [this, on_fire = std::move(on_fire)] {
                                      contract_->Happens({.kind = Happening::Kind::kTimeout});
                                      on_fire();
                                    });
}

void Host::CancelTimer(TimerId timer) { surroundings_.timers.Cancel(timer); }

void Host::Save(const Record& record) {
  if (!Allows(stored_, record)) surroundings_.judges.BrokeStorage(id_, record, stored_);
  Deed deed{.kind = Deed::Kind::kSave,
            .record = static_cast<std::uint8_t>(record.kind),
            .event = {.rnd = record.rnd}};
  if (!record.value.empty()) deed.event.value = record.value;
  contract_->Does(std::move(deed));
  const SaveFate fate = choices().Save(id_);
  if (fate != SaveFate::kFailed) {
    Apply(record, stored_);
    surroundings_.judges.OnSaved(id_, stored_);
  }
  if (fate != SaveFate::kSaved) throw StorageError("the disk failed");
}

void Host::Observe(const Event& event) {
  contract_->Does({.event = event});
  surroundings_.judges.OnEvent(event);
  if (surroundings_.options.observe) surroundings_.options.observe(event);
}

Action Host::Decide(const Event&) {
  const Action action = choices().Decide(id_);
  contract_->Does({.kind = Deed::Kind::kGo, .flag = action == Action::kGo});
  return action;
}

std::optional<std::size_t> Host::ChooseProposal(ReplicaId,
                                                const std::vector<std::string>& pending) {
  const std::size_t chosen = choices().Proposal(id_, pending.size());
  contract_->Does({.kind = Deed::Kind::kChoose,
                   .event = {.period = static_cast<std::int64_t>(chosen)},
                   .pending = pending});
  return chosen;
}

bool Host::Leads(ReplicaId, bool elected) {
  const bool leads = choices().Leads(id_, elected);
  contract_->Does({.kind = Deed::Kind::kLeads, .flag = elected, .leads = leads});
  return leads;
}

}  // namespace paxos
