#include "adapter/systems/paxos/faults/fault_plan.h"

#include <algorithm>
#include <utility>

namespace adapter {
namespace {

using cases::FailurePoint;
using cases::Fault;
using cases::FaultKind;
using cases::MessageKind;

bool IsOfMessage(const Fault& fault) { return cases::FormOf(fault.kind).message; }

bool IsRequest(MessageKind kind) {
  return kind == MessageKind::kPrepare || kind == MessageKind::kAccept ||
         kind == MessageKind::kCommit;
}

std::optional<FailurePoint> PointOf(paxos::Point point) {
  switch (point) {
    case paxos::Point::kPromised:
      return FailurePoint::kPromise;
    case paxos::Point::kVoted:
      return FailurePoint::kVote;
    case paxos::Point::kPhaseOneQuorum:
      return FailurePoint::kPhaseOneQuorum;
    case paxos::Point::kPhaseTwoQuorum:
      return FailurePoint::kPhaseTwoQuorum;
    case paxos::Point::kPhaseThreeQuorum:
      return FailurePoint::kPhaseThreeQuorum;
    default:
      return std::nullopt;
  }
}

}  // namespace

FaultPlan::FaultPlan(std::vector<Fault> faults, std::vector<cases::ServerId> server_ids)
    : server_ids_(std::move(server_ids)), incarnations_(server_ids_.size()) {
  for (Fault& fault : faults) states_.push_back({std::move(fault)});
  for (State& state : states_) {
    const FaultKind kind = state.fault.kind;
    if (kind == FaultKind::kPartition) Begin(state);
    if (state.fault.at != FailurePoint::kStart) continue;
    if (kind == FaultKind::kCrash || kind == FaultKind::kFalseSuspicion) Begin(state);
  }
}

paxos::ReplicaId FaultPlan::NodeOf(cases::ServerId server) const {
  const auto found = std::ranges::find(server_ids_, server);
  return static_cast<paxos::ReplicaId>(found - server_ids_.begin());
}

bool FaultPlan::IsAbout(const Fault& fault, paxos::ReplicaId replica) const {
  return NodeOf(fault.servers.front()) == replica;
}

Routing FaultPlan::Route(const MessageHeader& header) {
  const auto incarnation_of = [this](paxos::ReplicaId node) {
    return incarnations_[static_cast<std::size_t>(node)];
  };
  Routing routing;
  if (header.incarnation && header.incarnation != incarnation_of(header.from)) {
    routing.fate = Fate::kLose;
  } else if (const auto by_server = RouteByServer(header)) {
    routing = *by_server;
  } else if (const auto by_message = RouteByMessage(header)) {
    routing = *by_message;
  }
  routing.incarnation = incarnation_of(header.to);
  return routing;
}

// Who is down, silent or cut off decides before faults of single messages do.
std::optional<Routing> FaultPlan::RouteByServer(const MessageHeader& header) {
  if (IsDown(header.from)) return Routing{Fate::kLose};
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    if (header.pinger && state.in_old_period.contains(*header.pinger) && Separates(state, header)) {
      return Routing{Fate::kLose};
    }
    if (state.stage != Stage::kActive) continue;
    const FaultKind kind = state.fault.kind;
    if (kind == FaultKind::kCrash && IsAbout(state.fault, header.to)) {
      const bool waits = state.fault.restart == cases::Restart::kAtOnce && header.kind;
      return Routing{waits ? Fate::kHold : Fate::kLose, i, 0, true};
    }
    if (kind == FaultKind::kPartition && Separates(state, header)) {
      state.felt = true;
      return Routing{Fate::kLose};
    }
    if (kind == FaultKind::kFalseSuspicion &&
        (IsAbout(state.fault, header.from) || IsAbout(state.fault, header.to))) {
      return Routing{header.kind ? Fate::kHold : Fate::kLose, i, 0, true};
    }
    if (kind == FaultKind::kSecondProposer && stalled_ == header.from &&
        header.kind == MessageKind::kAccept) {
      return Routing{Fate::kHold, i, 0, true};
    }
  }
  return std::nullopt;
}

std::optional<Routing> FaultPlan::RouteByMessage(const MessageHeader& header) {
  if (!header.kind) return std::nullopt;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    State& state = states_[i];
    if (IsFirstPrepareBelow(state, header)) {
      began_ = true;
      return Routing{Fate::kLose};
    }
    if (state.stage != Stage::kWaiting || !IsOfMessage(state.fault)) continue;
    if (state.fault.message != header.kind || !IsAbout(state.fault, header.from) ||
        NodeOf(state.fault.servers[1]) != header.to) {
      continue;
    }
    Begin(state);
    if (state.fault.kind == FaultKind::kDelay && passed_.contains(state.fault.until)) {
      End(state);  // it comes after the point by itself
      return std::nullopt;
    }
    if (state.fault.kind == FaultKind::kDelay || state.fault.kind == FaultKind::kReorder) {
      return Routing{Fate::kHold, i};
    }
    End(state);
    return Routing{state.fault.kind == FaultKind::kDrop ? Fate::kLose : Fate::kDuplicate, i};
  }
  return std::nullopt;
}

bool FaultPlan::Separates(const State& partition, const MessageHeader& header) const {
  const auto is_inside = [&](paxos::ReplicaId node) {
    return std::ranges::find(partition.fault.servers,
                             server_ids_[static_cast<std::size_t>(node)]) !=
           partition.fault.servers.end();
  };
  return is_inside(header.from) != is_inside(header.to);
}

// With a second proposer in a lower round, the leader's first phase one fails.
bool FaultPlan::IsFirstPrepareBelow(const State& second_proposer,
                                    const MessageHeader& header) const {
  return second_proposer.fault.kind == FaultKind::kSecondProposer &&
         second_proposer.fault.round == cases::RoundOrder::kLower &&
         second_proposer.stage == Stage::kWaiting && !second_proposer.felt &&
         header.kind == MessageKind::kPrepare && !IsAbout(second_proposer.fault, header.from);
}

// The next message in the same direction has overtaken the one that is held back.
void FaultPlan::OnArrived(const MessageHeader& header) {
  if (!header.kind) return;
  for (State& state : states_) {
    if (state.stage != Stage::kActive || state.fault.kind != FaultKind::kReorder) continue;
    if (IsAbout(state.fault, header.from) && NodeOf(state.fault.servers[1]) == header.to &&
        IsRequest(*header.kind) == IsRequest(state.fault.message)) {
      End(state);
    }
  }
}

void FaultPlan::OnEvent(const paxos::Event& event) {
  if (event.point == paxos::Point::kHalted) {
    down_.insert(event.replica);
    halted_.insert(event.replica);
  }
  if (event.point == paxos::Point::kSuspect) {
    for (State& state : states_) {
      if (state.stage == Stage::kActive && state.fault.kind == FaultKind::kFalseSuspicion &&
          IsAbout(state.fault, event.about.value())) {
        state.felt = true;
      }
    }
  }
  for (State& state : states_) {
    if (state.fault.kind == FaultKind::kSecondProposer) FollowSecondProposer(state, event);
    if (event.point == paxos::Point::kTimeout) state.in_old_period.erase(event.replica);
  }
  if (const auto point = PointOf(event.point)) OnPoint(*point, event.replica);
}

void FaultPlan::OnPoint(FailurePoint point, paxos::ReplicaId replica) {
  passed_.insert(point);
  for (State& state : states_) {
    const cases::FaultForm& form = cases::FormOf(state.fault.kind);
    if (form.until && state.stage == Stage::kActive && state.fault.until == point) {
      End(state);
    } else if (form.at && state.stage == Stage::kWaiting && state.fault.at == point &&
               IsAbout(state.fault, replica)) {
      Begin(state);
    }
  }
}

// The steps of a second proposer: the leader has its quorum of promises and is stalled; the other
// begins; it has its own quorum, or is refused, and the leader goes on.
void FaultPlan::FollowSecondProposer(State& state, const paxos::Event& event) {
  const bool is_second_proposer = IsAbout(state.fault, event.replica);
  if (state.stage == Stage::kWaiting && !is_second_proposer) {
    if (event.point == paxos::Point::kPhaseFailed) state.felt = true;
    const bool is_time = state.felt || state.fault.round == cases::RoundOrder::kHigher;
    if (event.point != paxos::Point::kPhaseOneQuorum || !is_time) return;
    Begin(state);
    stalled_ = event.replica;
    second_proposer_ = NodeOf(state.fault.servers.front());
    leader_round_ = event.rnd;
    state.felt = false;
    return;
  }
  if (state.stage != Stage::kActive || !is_second_proposer) return;
  if (event.point == paxos::Point::kPrepareSent) {
    second_proposer_.reset();
    const bool is_higher = event.rnd > leader_round_;
    state.felt = is_higher == (state.fault.round == cases::RoundOrder::kHigher);
  } else if (event.point == paxos::Point::kPhaseOneQuorum ||
             event.point == paxos::Point::kPhaseFailed) {
    stalled_.reset();
    End(state);
  }
}

bool FaultPlan::Leads(paxos::ReplicaId replica, bool elected) {
  return elected || second_proposer_ == replica;
}

WriteFate FaultPlan::OnWrite(paxos::ReplicaId replica) {
  if (IsDown(replica)) return WriteFate::kNothing;
  for (State& state : states_) {
    if (!IsAbout(state.fault, replica)) continue;
    if (state.fault.kind == FaultKind::kSlowDisk) {
      if (state.stage == Stage::kWaiting) {
        Begin(state);
        End(state);
      }
      return WriteFate::kSlow;
    }
    if (state.fault.kind == FaultKind::kFailedWrite && state.stage == Stage::kWaiting) {
      Begin(state);
      End(state);
      return WriteFate::kFail;
    }
  }
  return WriteFate::kWrite;
}

void FaultPlan::Begin(State& state) {
  state.stage = Stage::kActive;
  began_ = true;
  const paxos::ReplicaId node = NodeOf(state.fault.servers.front());
  if (state.fault.kind == FaultKind::kFalseSuspicion) silent_.insert(node);
  if (state.fault.kind != FaultKind::kCrash) return;
  down_.insert(node);
  ++incarnations_[static_cast<std::size_t>(node)];
  crashed_.push_back(node);
  if (state.fault.restart == cases::Restart::kNever) End(state);
}

void FaultPlan::End(State& state) {
  const FaultKind kind = state.fault.kind;
  const bool stays = kind == FaultKind::kCrash && state.fault.restart == cases::Restart::kNever;
  // A crash without a restart goes on to stop messages.
  state.stage = stays ? Stage::kActive : Stage::kDone;
  const bool must_be_felt = kind == FaultKind::kPartition || kind == FaultKind::kFalseSuspicion ||
                            kind == FaultKind::kSecondProposer;
  if (!must_be_felt || state.felt) news_.push_back(state.fault);
  if (kind == FaultKind::kFalseSuspicion) silent_.erase(NodeOf(state.fault.servers.front()));
  if (kind == FaultKind::kPartition) {
    for (const cases::ServerId server : server_ids_) state.in_old_period.insert(NodeOf(server));
  }
  released_.push_back(static_cast<std::size_t>(&state - states_.data()));
}

bool FaultPlan::Pending() const {
  return std::ranges::any_of(states_, [](const State& state) {
    const bool stays =
        state.fault.kind == FaultKind::kCrash && state.fault.restart == cases::Restart::kNever;
    return state.stage == Stage::kActive && !stays;
  });
}

bool FaultPlan::SomeoneComesBack() const {
  return std::ranges::any_of(states_, [](const State& state) {
    return state.fault.kind == FaultKind::kCrash && state.fault.restart != cases::Restart::kNever;
  });
}

std::vector<Fault> FaultPlan::TakeNews() { return std::exchange(news_, {}); }

std::vector<std::size_t> FaultPlan::TakeReleased() { return std::exchange(released_, {}); }

bool FaultPlan::HasDueActions(bool all_learned) const {
  return !released_.empty() || !crashed_.empty() || !DueToRestart(all_learned).empty();
}

std::vector<paxos::ReplicaId> FaultPlan::TakeCrashed() { return std::exchange(crashed_, {}); }

std::vector<paxos::ReplicaId> FaultPlan::DueToRestart(bool all_learned) const {
  std::vector<paxos::ReplicaId> due;
  for (const State& state : states_) {
    if (state.fault.kind != FaultKind::kCrash || state.stage != Stage::kActive) continue;
    const paxos::ReplicaId replica = NodeOf(state.fault.servers.front());
    if (std::ranges::count(crashed_, replica) > 0) continue;
    if (state.fault.restart == cases::Restart::kAtOnce ||
        (state.fault.restart == cases::Restart::kDecided && all_learned)) {
      due.push_back(replica);
    }
  }
  return due;
}

void FaultPlan::OnRestarted(paxos::ReplicaId replica) {
  for (State& state : states_) {
    if (state.fault.kind != FaultKind::kCrash || state.stage != Stage::kActive) continue;
    if (!IsAbout(state.fault, replica)) continue;
    End(state);
  }
}

std::optional<paxos::ReplicaId> FaultPlan::SecondProposer() const { return second_proposer_; }

}  // namespace adapter
