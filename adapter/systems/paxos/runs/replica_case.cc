#include "adapter/systems/paxos/runs/replica_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cluster/period_clock.h"
#include "adapter/systems/paxos/oracles/expected.h"
#include "adapter/systems/paxos/runs/answering_network.h"
#include "adapter/systems/paxos/runs/quorum_sizes.h"
#include "sut/paxos/replica/replica.h"
#include "sut/paxos/roles/storage.h"

namespace adapter {
namespace {

using cases::ServerId;
using paxos::ReplicaId;

constexpr paxos::Duration kFirstDelay(100'000);
constexpr paxos::Duration kGrowth(30'000);

// One run of a case.
class ReplicaHistory {
 public:
  explicit ReplicaHistory(const cases::Configuration& configuration)
      : servers_(configuration.server_ids),
        clock_([this](paxos::Duration delay) { BeginPeriod(delay); }) {
    config_.replicas = configuration.system_size;
    config_.quorum_sizes = QuorumsOf(configuration);
    config_.delay = kFirstDelay;
    config_.delta = kGrowth;
  }

  oracles::ReplicaOutcome::Step Step(const cases::ReplicaStep& step) {
    outcome_ = {};
    std::visit(*this, step.event);
    outcome_.calls = network_.TakeCalls();
    for (const std::string& misuse : network_.TakeMisuses()) Misuse(misuse);
    if (clock_.pending() != 1) Misuse(fmt::format("{} timers run, and not one", clock_.pending()));
    CheckStatus();
    outcome_.detectors.leader = leader_ ? std::optional(Server(*leader_)) : std::nullopt;
    return std::exchange(outcome_, {});
  }

  void operator()(const cases::ReplicaStart& start) {
    config_.id =
        static_cast<ReplicaId>(std::ranges::find(servers_, start.server) - servers_.begin());
    replica_.reset();
    if (clock_.pending() > 0) Misuse("a timer is left of a replica that is gone");
    network_.Reset(config_, storage_);
    suspected_.clear();
    leader_ = 0;
    replica_ = std::make_unique<paxos::Replica>(
        config_, paxos::Environment{clock_, network_, storage_, nullptr,
                                    [this](const paxos::Notice& notice) { Noticed(notice); }});
    replica_->Start();
  }

  void operator()(const cases::ReplicaRequest& request) {
    paxos::ClientRequest message;
    message.set_value(request.value);
    replica_->ClientHandle(message, [this](const std::optional<paxos::ClientReply>& reply) {
      if (reply) outcome_.answers.push_back(reply->value());
    });
  }

  void operator()(const cases::ReplicaDecision& decision) {
    paxos::CommitRequest message;
    message.set_rnd(decision.commit.rnd);
    message.set_value(decision.commit.val);
    replica_->Commit(message, [](const std::optional<paxos::CommitReply>&) {});
  }

  void operator()(const cases::ReplicaPeriod& period) {
    for (const cases::PingAnswer& answer : period.answers)
      network_.Answer(Node(answer.server), answer);
    clock_.EndPeriod();
  }

  void operator()(const cases::ReplicaReplies& replies) {
    const auto call = network_.current_call();
    for (const cases::CallReply& reply : replies.replies) {
      network_.Reply(call, Node(reply.server), reply);
    }
  }

 private:
  ReplicaId Node(ServerId server) const {
    return static_cast<ReplicaId>(std::ranges::find(servers_, server) - servers_.begin());
  }
  ServerId Server(ReplicaId replica) const {
    return servers_.at(static_cast<std::size_t>(replica));
  }

  void Misuse(const std::string& what) { outcome_.misuses.push_back(what); }

  void BeginPeriod(paxos::Duration delay) {
    network_.BeginPeriod();
    outcome_.detectors.growths = (delay - kFirstDelay) / kGrowth;
    if ((delay - kFirstDelay) % kGrowth != paxos::Duration(0)) {
      Misuse("the delay grew by something else than the delta");
    }
  }

  void Noticed(const paxos::Notice& notice) {
    using Kind = paxos::Notice::Kind;
    if (notice.kind == Kind::kSuspect) {
      outcome_.detectors.suspects.push_back(Server(*notice.about));
      if (!suspected_.insert(*notice.about).second) Misuse("a suspicion is noticed twice");
    } else if (notice.kind == Kind::kRestore) {
      outcome_.detectors.restores.push_back(Server(*notice.about));
      if (suspected_.erase(*notice.about) == 0) Misuse("who was not suspected is restored");
    } else if (notice.kind == Kind::kLeader) {
      if (leader_ == notice.about) Misuse("the same leader is noticed again");
      leader_ = notice.about;
    } else if (notice.kind == Kind::kHalted) {
      Misuse("the replica halts: " + notice.text);
    }
  }

  void CheckStatus() {
    std::optional<paxos::StatusReply> status;
    replica_->Status({}, [&](const std::optional<paxos::StatusReply>& reply) { status = reply; });
    const paxos::StoredState stored = storage_.Load();
    const auto field = [](bool has, auto value) {
      return has ? std::optional<std::int64_t>(value) : std::nullopt;
    };
    const bool agrees = status && field(status->has_leader(), status->leader()) == leader_ &&
                        std::ranges::equal(status->suspected(), suspected_) &&
                        field(status->has_crnd(), status->crnd()) == stored.round &&
                        field(status->has_decided(), status->decided().rnd()) ==
                            (stored.decision ? std::optional(stored.decision->rnd) : std::nullopt);
    if (!agrees) Misuse("status does not say what was noticed and saved");
  }

  const std::vector<ServerId> servers_;
  paxos::ReplicaConfig config_;
  PeriodClock clock_;
  AnsweringNetwork network_;
  paxos::MemoryStorage storage_;
  std::set<ReplicaId> suspected_;    // by what was noticed
  std::optional<ReplicaId> leader_;  // by what was noticed; 0 leads first
  oracles::ReplicaOutcome::Step outcome_;
  std::unique_ptr<paxos::Replica> replica_;  // last: it goes first
};

}  // namespace

Verdict RunCase(const cases::ReplicaCase& test, const cases::Configuration& configuration) {
  ReplicaHistory run(configuration);
  oracles::ReplicaOutcome outcome;
  for (const cases::ReplicaStep& step : test.steps) outcome.steps.push_back(run.Step(step));
  return Judge(oracles::Compare(test, outcome));
}

}  // namespace adapter
