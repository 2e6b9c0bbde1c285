#include "adapter/systems/paxos/faults/protocol_faults.h"

namespace adapter {
namespace {

bool IsOf(const Message& message, cases::MessageKind kind) {
  return message.kind == static_cast<int>(kind);
}

class FalseSuspicion : public ProtocolFault {
 public:
  FalseSuspicion(ProtocolCourse& protocol, paxos::ReplicaId replica, std::optional<int> at,
                 int until)
      : protocol_(protocol), replica_(replica), at_(at), until_(until) {}

  void OnStart() override {
    if (!at_) Silence();
  }

  std::optional<Routing> RouteByNode(const Message& message) override {
    if (!active() || (message.from != replica_ && message.to != replica_)) return std::nullopt;
    return message.kind ? Held(true) : Routing{Fate::kLose};
  }

  void OnEvent(const paxos::Event& event) override {
    if (active() && event.point == paxos::Point::kSuspect && event.about == replica_) felt_ = true;
  }

  void OnPoint(int point, Node node) override {
    if (active() && point == until_) {
      protocol_.silent.erase(replica_);
      End(felt_);
    } else if (waiting() && at_ == point && node == replica_) {
      Silence();
    }
  }

 private:
  void Silence() {
    Begin();
    protocol_.silent.insert(replica_);
  }

  ProtocolCourse& protocol_;
  const paxos::ReplicaId replica_;
  const std::optional<int> at_;
  const int until_;
  bool felt_ = false;  // a replica shared the suspicion
};

// Its steps: the leader has its quorum of promises and is stalled; the other begins; it has its own
// quorum, or is refused, and the leader goes on.
class SecondProposer : public ProtocolFault {
 public:
  SecondProposer(ProtocolCourse& protocol, paxos::ReplicaId replica, cases::RoundOrder round)
      : protocol_(protocol), replica_(replica), round_(round) {}

  std::optional<Routing> RouteByNode(const Message& message) override {
    const bool is_stalled = active() && protocol_.stalled == message.from;
    if (!is_stalled || !IsOf(message, cases::MessageKind::kAccept)) return std::nullopt;
    return Held(true);
  }

  // In a lower round: the leader's first phase one fails, so that its next round is higher.
  std::optional<Routing> RouteByMessage(const Message& message) override {
    const bool is_of_first_phase = waiting() && !leader_failed_ && message.from != replica_ &&
                                   IsOf(message, cases::MessageKind::kPrepare);
    if (round_ != cases::RoundOrder::kLower || !is_of_first_phase) return std::nullopt;
    course().began = true;
    return Routing{Fate::kLose};
  }

  void OnEvent(const paxos::Event& event) override {
    const bool is_own = event.replica == replica_;
    if (waiting() && !is_own) FollowLeader(event);
    if (active() && is_own) FollowSecond(event);
  }

 private:
  void FollowLeader(const paxos::Event& event) {
    if (event.point == paxos::Point::kPhaseFailed) leader_failed_ = true;
    const bool is_time = leader_failed_ || round_ == cases::RoundOrder::kHigher;
    if (event.point != paxos::Point::kPhaseOneQuorum || !is_time) return;
    Begin();
    protocol_.stalled = event.replica;
    protocol_.second_proposer = replica_;
    leader_round_ = event.rnd;
  }

  void FollowSecond(const paxos::Event& event) {
    if (event.point == paxos::Point::kPrepareSent) {
      protocol_.second_proposer.reset();
      const bool is_higher = event.rnd > leader_round_;
      in_right_round_ = is_higher == (round_ == cases::RoundOrder::kHigher);
    } else if (event.point == paxos::Point::kPhaseOneQuorum ||
               event.point == paxos::Point::kPhaseFailed) {
      protocol_.stalled.reset();
      End(in_right_round_);
    }
  }

  ProtocolCourse& protocol_;
  const paxos::ReplicaId replica_;
  const cases::RoundOrder round_;
  bool leader_failed_ = false;
  bool in_right_round_ = false;
  std::optional<paxos::Round> leader_round_;  // of phase one of the leader that is overtaken
};

}  // namespace

std::unique_ptr<ProtocolFault> MakeFalseSuspicion(ProtocolCourse& course, paxos::ReplicaId replica,
                                                  std::optional<int> at, int until) {
  return std::make_unique<FalseSuspicion>(course, replica, at, until);
}

std::unique_ptr<ProtocolFault> MakeSecondProposer(ProtocolCourse& course, paxos::ReplicaId replica,
                                                  cases::RoundOrder round) {
  return std::make_unique<SecondProposer>(course, replica, round);
}

}  // namespace adapter
