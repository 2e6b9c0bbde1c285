#include "sut/paxos/replica/replica.h"

#include <functional>
#include <utility>
#include <vector>

#include "sut/paxos/replica/serial_executor.h"
#include "sut/paxos/roles/acceptor.h"
#include "sut/paxos/roles/failure_detector.h"
#include "sut/paxos/roles/leader_detector.h"
#include "sut/paxos/roles/learner.h"
#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/proposer.h"
#include "sut/paxos/roles/quorum_calls.h"

namespace paxos {
namespace {

// All replicas, and all but one.
std::vector<ReplicaId> Ids(int replicas) {
  std::vector<ReplicaId> ids;
  for (ReplicaId id = 0; id < replicas; ++id) ids.push_back(id);
  return ids;
}
std::vector<ReplicaId> PeerIds(const ReplicaConfig& config) {
  std::vector<ReplicaId> ids = Ids(config.replicas);
  std::erase(ids, config.id);
  return ids;
}

}  // namespace

// The roles of one replica. Results of calls and timers hold it weakly: one that comes after the
// replica is gone finds nothing, and one that comes after Stop is not accepted by the executor.
class Replica::Core : public Proposer::Calls, public std::enable_shared_from_this<Core> {
 public:
  Core(const ReplicaConfig& config, const Environment& environment)
      : config_(config),
        clock_(environment.clock),
        on_notice_(environment.on_notice),
        probe_(config.id, environment.instrumentation),
        transport_(probe_.Decorated(environment.transport)),
        calls_(config, transport_),
        acceptor_(environment.storage, probe_),
        learner_(environment.storage, probe_),
        failure_detector_(PeerIds(config), config.delay, config.delta, probe_),
        leader_detector_(Ids(config.replicas), probe_),
        proposer_(config.id, config.replicas, environment.storage, *this, probe_) {}

  // Proposer::Calls. Runs inside an event, like everything below that is not in Post.
  void Prepare(const PrepareRequest& request) override {
    calls_.Prepare(request, ToProposer(&Proposer::OnPrepareDone));
  }
  void Accept(const AcceptRequest& request) override {
    calls_.Accept(request, ToProposer(&Proposer::OnAcceptDone));
  }
  void Commit(const CommitRequest& request) override {
    calls_.Commit(request, ToProposer(&Proposer::OnCommitDone));
  }

  // Has `event` (a function of Core&) run in its turn; false after Stop.
  template <class Event>
  bool Post(Event event) {
    return executor_.Post([self = shared_from_this(), event = std::move(event)] {
      try {
        std::invoke(event, *self);
      } catch (const StorageError& error) {
        self->Halt(error.what());
      }
    });
  }

  // The same for a request: answers it with what `handle` returns; with nothing when the replica
  // does not answer, or halts in it.
  template <class Request, class Reply, class Result>
  void Handle(Result (Core::*handle)(const Request&), const Request& request,
              const Answer<Reply>& answer) {
    const bool posted = Post([=](Core& core) {
      std::optional<Reply> reply;
      try {
        if (!core.stopped_) reply = (core.*handle)(request);
      } catch (const StorageError& error) {
        core.Halt(error.what());
      }
      answer(std::move(reply));
    });
    if (!posted) answer(std::nullopt);
  }

  void Start() {
    PAXOS_OBSERVE(
        probe_, kLoaded, .rnd = proposer_.crnd(), .promised = acceptor_.state().promised,
        .vrnd = acceptor_.state().vrnd, .vval = acceptor_.state().vval,
        .value = learner_.learned() ? std::optional(learner_.learned()->value) : std::nullopt);
    proposer_.OnLeader(leader_detector_.leader());
    BeginPeriod();
  }

  void Stop() {
    stopped_ = true;
    clock_.CancelTimer(timer_);
    for (auto& answer : std::exchange(parked_, {})) answer(std::nullopt);
  }
  void Close() { executor_.Close(); }

  PrepareReply OnPrepare(const PrepareRequest& request) { return acceptor_.OnPrepare(request); }
  AcceptReply OnAccept(const AcceptRequest& request) { return acceptor_.OnAccept(request); }

  CommitReply OnCommit(const CommitRequest& request) {
    const bool is_news = !learner_.learned();
    const CommitReply reply = learner_.OnCommit(request);
    if (is_news) Tell({Notice::Kind::kLearned, std::nullopt, request.value()});
    proposer_.OnLearned(request);
    for (auto& answer : std::exchange(parked_, {})) AnswerClient(answer);
    return reply;
  }

  std::optional<PingReply> OnPing(const PingRequest& request) {
    if (proposer_.failed()) return std::nullopt;
    PingReply reply;
    reply.set_from(config_.id);
    reply.set_learned(learner_.learned().has_value());
    if (!request.learned() && learner_.learned()) *reply.mutable_decided() = Decided();
    if (const auto vrnd = acceptor_.state().vrnd) reply.set_vrnd(*vrnd);
    return reply;
  }

  StatusReply OnStatus(const StatusRequest&) {
    StatusReply reply;
    reply.set_id(config_.id);
    reply.set_replicas(config_.replicas);
    if (const auto leader = leader_detector_.leader()) reply.set_leader(*leader);
    for (const ReplicaId replica : failure_detector_.suspected()) reply.add_suspected(replica);
    if (const auto promised = acceptor_.state().promised) reply.set_promised(*promised);
    if (const auto vrnd = acceptor_.state().vrnd) reply.set_vrnd(*vrnd);
    if (const auto crnd = proposer_.crnd()) reply.set_crnd(*crnd);
    if (learner_.learned()) *reply.mutable_decided() = Decided();
    return reply;
  }

#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
  void Describe(StateSink& sink) const {
    acceptor_.Describe(sink);
    learner_.Describe(sink);
    failure_detector_.Describe(sink);
    leader_detector_.Describe(sink);
    proposer_.Describe(sink);
    sink.Name("replica.stopped");
    sink.Number(stopped_ ? 1 : 0);
    sink.Name("replica.parked");
    sink.Number(static_cast<std::int64_t>(parked_.size()));
  }
#endif  // GCOVR_EXCL_STOP

  void OnWait(Answer<ClientReply> answer) {
    if (stopped_) return answer(std::nullopt);
    if (learner_.learned()) return AnswerClient(answer);
    parked_.push_back(std::move(answer));
  }

  void OnClientRequest(const ClientRequest& request, Answer<ClientReply> answer) {
    PAXOS_OBSERVE(probe_, kClientRequest, .value = request.value());
    const bool learned = learner_.learned().has_value();
    OnWait(std::move(answer));
    if (!learned && !stopped_) proposer_.OnClientRequest(request.value());
  }

 private:
  // A quorum call's outcome goes to `handler` as an event of its own.
  template <class Outcome>
  std::function<void(const Outcome&)> ToProposer(void (Proposer::*handler)(const Outcome&)) {
    return [weak = weak_from_this(), handler](const Outcome& outcome) {
      if (const auto self = weak.lock()) {
        self->Post([handler, outcome](Core& core) {
          if (!core.stopped_) (core.proposer_.*handler)(outcome);
        });
      }
    };
  }

  void BeginPeriod() {
    timer_ = clock_.StartTimer(failure_detector_.delay(), [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->Post(&Core::OnTimeout);
    });
    PingRequest request;
    request.set_from(config_.id);
    request.set_learned(learner_.learned().has_value());
    for (const ReplicaId replica : failure_detector_.replicas()) SendPing(replica, request);
  }

  void SendPing(ReplicaId replica, const PingRequest& request) {
    const std::int64_t period = failure_detector_.period();
    transport_.Ping(replica, request, config_.timeout,
                    [weak = weak_from_this(), replica, period](const auto& result) {
                      const auto reply = result.reply;
                      if (const auto self = weak.lock()) {
                        self->Post([=](Core& core) { core.OnPingDone(period, replica, reply); });
                      }
                    });
  }

  void OnPingDone(std::int64_t period, ReplicaId replica, const std::optional<PingReply>& reply) {
    if (stopped_ || proposer_.failed()) return;
    if (!reply) return failure_detector_.OnPingFailed(period, replica);
    if (!reply->learned()) proposer_.OnUnlearned();
    if (reply->has_vrnd()) proposer_.OnVote(reply->vrnd());
    if (reply->has_decided() && !learner_.learned()) Learn(reply->decided());
    failure_detector_.OnPingAnswered(period, replica);
  }

  void OnTimeout() {
    if (stopped_ || proposer_.failed()) return;
    const auto [suspected, restored] = failure_detector_.OnTimeout();
    for (const ReplicaId replica : suspected) Tell({Notice::Kind::kSuspect, replica});
    for (const ReplicaId replica : restored) Tell({Notice::Kind::kRestore, replica});
    if (const auto vrnd = acceptor_.state().vrnd) proposer_.OnVote(*vrnd);
    if (leader_detector_.OnSuspects(failure_detector_.suspected())) {
      Tell({Notice::Kind::kLeader, leader_detector_.leader()});
    }
    proposer_.OnLeader(leader_detector_.leader());
    BeginPeriod();
  }

  // From a replica that knows: as if its Commit had come.
  void Learn(const paxos::Learn& decided) {
    CommitRequest commit;
    commit.set_rnd(decided.rnd());
    commit.set_value(decided.value());
    OnCommit(commit);
  }

  // What was learned, for others.
  paxos::Learn Decided() const {
    paxos::Learn decided;
    decided.set_rnd(learner_.learned()->rnd);
    decided.set_value(learner_.learned()->value);
    return decided;
  }

  void AnswerClient(const Answer<ClientReply>& answer) {
    ClientReply reply;
    reply.set_value(learner_.learned()->value);
    PAXOS_OBSERVE(probe_, kClientReply, .value = reply.value());
    answer(std::move(reply));
  }

  void Halt(const std::string& reason) {
    PAXOS_OBSERVE(probe_, kHalted, .value = reason);
    Stop();
    Tell({Notice::Kind::kHalted, std::nullopt, reason});
  }

  void Tell(const Notice& notice) const {
    if (on_notice_) on_notice_(notice);
  }

  const ReplicaConfig config_;
  Clock& clock_;
  const std::function<void(const Notice&)> on_notice_;
  const Probe probe_;
  Transport& transport_;
  const QuorumCalls calls_;
  SerialExecutor executor_;

  Acceptor acceptor_;
  Learner learner_;
  FailureDetector failure_detector_;
  LeaderDetector leader_detector_;
  Proposer proposer_;
  Clock::TimerId timer_ = 0;
  bool stopped_ = false;
  std::vector<Answer<ClientReply>> parked_;  // clients that wait for the decided value
};

Replica::Replica(const ReplicaConfig& config, const Environment& environment)
    : core_(std::make_shared<Core>(config, environment)) {}

Replica::~Replica() { Stop(); }

void Replica::Start() { core_->Post(&Core::Start); }

void Replica::Stop() {
  core_->Post(&Core::Stop);
  core_->Close();
}

void Replica::Prepare(const PrepareRequest& request, Answer<PrepareReply> answer) {
  core_->Handle(&Core::OnPrepare, request, answer);
}

void Replica::Accept(const AcceptRequest& request, Answer<AcceptReply> answer) {
  core_->Handle(&Core::OnAccept, request, answer);
}

void Replica::Commit(const CommitRequest& request, Answer<CommitReply> answer) {
  core_->Handle(&Core::OnCommit, request, answer);
}

void Replica::Ping(const PingRequest& request, Answer<PingReply> answer) {
  core_->Handle(&Core::OnPing, request, answer);
}

void Replica::Wait(const WaitRequest&, Answer<ClientReply> answer) {
  if (!core_->Post([=](Core& core) { core.OnWait(answer); })) answer(std::nullopt);
}

void Replica::Status(const StatusRequest& request, Answer<StatusReply> answer) {
  core_->Handle(&Core::OnStatus, request, answer);
}

#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
void Replica::Describe(StateSink& sink) {
  core_->Post([&sink](Core& core) { core.Describe(sink); });
}
#endif  // GCOVR_EXCL_STOP

void Replica::ClientHandle(const ClientRequest& request, Answer<ClientReply> answer) {
  const auto event = [=](Core& core) { core.OnClientRequest(request, answer); };
  if (!core_->Post(event)) answer(std::nullopt);
}

}  // namespace paxos
