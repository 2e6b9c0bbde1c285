#include "adapter/systems/paxos/cluster/translate.h"

namespace adapter {
namespace {

std::optional<oracles::Vote> VoteOf(const paxos::Event& event) {
  if (!event.vrnd) return std::nullopt;
  return oracles::Vote{*event.vrnd, event.vval.value_or("")};
}

}  // namespace

std::optional<oracles::Event> Translate(const paxos::Event& event,
                                        const std::vector<cases::ServerId>& server_ids) {
  using paxos::Point;
  const auto name = [&](paxos::ReplicaId node) {
    return server_ids[static_cast<std::size_t>(node)];
  };
  const cases::ServerId replica = name(event.replica);
  switch (event.point) {
    case Point::kLeader:
      if (!event.about) return std::nullopt;
      return oracles::LeaderElected{replica, name(*event.about)};
    case Point::kSuspect:
      return oracles::Suspected{replica, name(event.about.value())};
    case Point::kRestore:
      return oracles::Restored{replica, name(event.about.value())};
    case Point::kPrepareSent:
      return oracles::PrepareSent{replica, event.rnd.value()};
    case Point::kPromised:
      return oracles::Promised{replica, event.rnd.value(), VoteOf(event)};
    case Point::kPrepareRefused:
      return oracles::Refused{replica, 1, event.rnd.value()};
    case Point::kAcceptSent:
      return oracles::AcceptSent{replica, event.rnd.value(), event.value.value()};
    case Point::kVoted:
      return oracles::Voted{replica, event.rnd.value(), event.value.value()};
    case Point::kAcceptRefused:
      return oracles::Refused{replica, 2, event.rnd.value()};
    case Point::kCommitSent:
      return oracles::CommitSent{replica, event.rnd.value(), event.value.value()};
    case Point::kLearned:
      return oracles::Learned{replica, event.value.value()};
    case Point::kPhaseFailed:
      return oracles::PhaseFailed{replica, event.rnd.value()};
    // kFailed does not say in which phase: ClusterView knows, which made it fail.
    case Point::kFailed:
    case Point::kLoaded:
    case Point::kHalted:
    case Point::kClientRequest:
    case Point::kClientReply:
    case Point::kTimeout:
    case Point::kPingsDone:
    case Point::kChooseProposal:
    case Point::kLeads:
    case Point::kPhaseOneQuorum:
    case Point::kPhaseTwoQuorum:
    case Point::kPhaseThreeQuorum:
    case Point::kAcceptorState:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace adapter
