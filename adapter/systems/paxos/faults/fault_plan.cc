#include "adapter/systems/paxos/faults/fault_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "adapter/faults/mechanical_faults.h"

namespace adapter {
namespace {

using cases::FailurePoint;
using cases::Fault;
using cases::FaultKind;
using cases::MessageKind;

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

/// The number that a schedule knows the point by; nothing for the start, when it begins.
std::optional<int> BeginOf(FailurePoint at) {
  return at == FailurePoint::kStart ? std::nullopt : std::optional(static_cast<int>(at));
}

Comeback ComebackOf(cases::Restart restart) {
  switch (restart) {
    case cases::Restart::kNever:
      return Comeback::kNever;
    case cases::Restart::kAtOnce:
      return Comeback::kAtOnce;
    case cases::Restart::kDecided:
      return Comeback::kWhenAllDone;
  }
  return Comeback::kNever;
}

Message MessageOf(const MessageHeader& header) {
  Message message{.from = header.from,
                  .to = header.to,
                  .incarnation = header.incarnation,
                  .prober = header.pinger};
  if (header.kind) {
    message.kind = static_cast<int>(*header.kind);
    message.request = IsRequest(*header.kind);
  }
  return message;
}

/// The fault, if systems of any kind have it; null otherwise. `nodes` are its servers.
std::unique_ptr<PlannedFault> MakeMechanical(const Fault& fault, const std::vector<Node>& nodes) {
  const int until = static_cast<int>(fault.until);
  MessagePattern message{static_cast<int>(fault.message), IsRequest(fault.message), nodes.front(),
                         nodes.back()};
  switch (fault.kind) {
    case FaultKind::kDrop:
      return MakeDrop(message);
    case FaultKind::kDelay:
      return MakeDelay(message, until);
    case FaultKind::kDuplicate:
      return MakeDuplicate(message);
    case FaultKind::kReorder:
      return MakeReorder(message);
    case FaultKind::kPartition:
      return MakePartition(std::set<Node>(nodes.begin(), nodes.end()), until);
    case FaultKind::kCrash:
      return MakeCrash(nodes.front(), BeginOf(fault.at), ComebackOf(fault.restart));
    case FaultKind::kSlowDisk:
      return MakeSlowDisk(nodes.front());
    case FaultKind::kFailedWrite:
      return MakeFailedWrite(nodes.front());
    default:
      return nullptr;
  }
}

std::unique_ptr<ProtocolFault> MakeOfProtocol(const Fault& fault, paxos::ReplicaId replica,
                                              ProtocolCourse& course) {
  if (fault.kind == FaultKind::kSecondProposer) {
    return MakeSecondProposer(course, replica, fault.round);
  }
  return MakeFalseSuspicion(course, replica, BeginOf(fault.at), static_cast<int>(fault.until));
}

}  // namespace

FaultPlan::FaultPlan(std::vector<Fault> faults, const std::vector<cases::ServerId>& server_ids)
    : faults_(std::move(faults)),
      protocol_(std::make_unique<ProtocolCourse>()),
      schedule_(Plan(server_ids), server_ids.size()) {}

std::vector<std::unique_ptr<PlannedFault>> FaultPlan::Plan(
    const std::vector<cases::ServerId>& server_ids) {
  std::vector<std::unique_ptr<PlannedFault>> planned;
  for (const Fault& fault : faults_) {
    std::vector<Node> nodes;
    for (const cases::ServerId server : fault.servers) {
      const auto found = std::ranges::find(server_ids, server);
      nodes.push_back(static_cast<Node>(found - server_ids.begin()));
    }
    if (auto mechanical = MakeMechanical(fault, nodes)) {
      planned.push_back(std::move(mechanical));
      continue;
    }
    auto of_protocol = MakeOfProtocol(fault, nodes.front(), *protocol_);
    protocol_faults_.push_back(of_protocol.get());
    planned.push_back(std::move(of_protocol));
  }
  return planned;
}

Routing FaultPlan::Route(const MessageHeader& header) { return schedule_.Route(MessageOf(header)); }

void FaultPlan::OnArrived(const MessageHeader& header) { schedule_.OnArrived(MessageOf(header)); }

void FaultPlan::OnEvent(const paxos::Event& event) {
  if (event.point == paxos::Point::kHalted) schedule_.OnHalted(event.replica);
  for (ProtocolFault* const fault : protocol_faults_) fault->OnEvent(event);
  if (event.point == paxos::Point::kTimeout) schedule_.OnPeriodEnd(event.replica);
  if (const auto point = PointOf(event.point)) {
    schedule_.OnPoint(static_cast<int>(*point), event.replica);
  }
}

bool FaultPlan::Leads(paxos::ReplicaId replica, bool elected) const {
  return elected || protocol_->second_proposer == replica;
}

std::vector<Fault> FaultPlan::TakeNews() {
  std::vector<Fault> news;
  for (const std::size_t index : schedule_.TakeHappened()) news.push_back(faults_[index]);
  return news;
}

}  // namespace adapter
