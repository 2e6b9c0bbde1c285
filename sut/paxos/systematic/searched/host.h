// A real replica in a searched world: its clock, its transport, its storage, and what it says of
// itself. The storage survives the lives.
//
// Invariants: one timer at a time runs, which is the failure detector's. A life begins with Start()
// and ends with End(); nothing of it runs after that.
// Not thread-safe: belongs to one execution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sut/paxos/replica/replica.h"
#include "sut/paxos/systematic/searched/network.h"
#include "systematic/harness.h"
#include "systematic/scheduler.h"
#include "systematic/state_digest.h"

namespace paxos::searched {

class Host : public Clock, public Transport, public Storage, public Instrumentation {
 public:
  /// Periods after which a detector has had its time to err.
  static constexpr int kPeriods = 3;

  /// `now` is the world's time.
  Host(const ReplicaConfig& config, systematic::Scheduler& scheduler, Network& network,
       const std::int64_t& now);
  ~Host() override { End(); }

  void Start();
  void End();
  bool up() const { return replica_ != nullptr; }
  std::uint16_t life() const { return life_; }

  std::optional<std::string> Handle(Method method, std::string_view request);
  void Ask(const std::string& value, Replica::Answer<ClientReply> answer);
  /// When its timer is due; nothing: none runs.
  std::optional<std::int64_t> due() const;
  void Fire();

  /// Whom it takes for the leader.
  std::optional<ReplicaId> leader() const { return leader_; }
  /// Periods that have ended in this life, up to kPeriods.
  int periods() const { return std::min(periods_, kPeriods); }
  /// Names the period that goes on.
  std::int64_t epoch() const { return epoch_; }
  /// The values that it learned, in all lives.
  const std::vector<std::string>& learned() const { return learned_; }
  /// With times, if they matter.
  void Describe(systematic::StateDigest& digest, bool timed);
  /// Its private state, for people.
  systematic::MachineState State() const;

  TimerId StartTimer(Duration delay, std::function<void()> on_fire) override;
  void CancelTimer(TimerId timer) override;
  void Prepare(ReplicaId to, const PrepareRequest& request, Duration timeout,
               Done<PrepareReply> done) override;
  void Accept(ReplicaId to, const AcceptRequest& request, Duration timeout,
              Done<AcceptReply> done) override;
  void Commit(ReplicaId to, const CommitRequest& request, Duration timeout,
              Done<CommitReply> done) override;
  void Ping(ReplicaId to, const PingRequest& request, Duration timeout,
            Done<PingReply> done) override;
  StoredState Load() const override { return stored_; }
  void Save(const Record& record) override { Apply(record, stored_); }
  void Observe(const Event& event) override;
  Action Decide(const Event&) override { return Action::kGo; }
  std::optional<std::size_t> ChooseProposal(ReplicaId, const std::vector<std::string>&) override {
    return 0;
  }

 private:
  template <class Request, class Reply>
  std::optional<std::string> Handle(void (Replica::*method)(const Request&, Replica::Answer<Reply>),
                                    std::string_view bytes);
  template <class Request, class Reply>
  void Send(Method method, ReplicaId to, const Request& request, Duration timeout,
            Done<Reply> done);

  const ReplicaConfig config_;
  systematic::Scheduler& scheduler_;
  Network& network_;
  const std::int64_t& now_;
  StoredState stored_;
  std::vector<std::string> learned_;
  std::uint16_t life_ = 0;
  std::optional<ReplicaId> leader_;
  int periods_ = 0;
  std::int64_t epoch_ = 0;  // counts periods and calls, over all lives
  std::int64_t calls_ = 0;  // quorum calls
  Method last_method_ = Method::kPing;
  ReplicaId last_to_ = -1;
  TimerId timer_ = 0;
  std::int64_t due_ = 0, delay_ = 0;
  std::function<void()> on_fire_;     // empty: no timer runs
  std::unique_ptr<Replica> replica_;  // last: it goes first
};

}  // namespace paxos::searched
