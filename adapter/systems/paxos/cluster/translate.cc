#include "adapter/systems/paxos/cluster/translate.h"

#include <algorithm>

namespace adapter {
namespace {

bool RiseByOne(const std::vector<cases::ServerId>& ids) {
  return std::ranges::adjacent_find(ids, [](auto id, auto next) { return next != id + 1; }) ==
         ids.end();
}

}  // namespace

cases::Round NameOfRound(paxos::Round rnd, const std::vector<cases::ServerId>& server_ids) {
  return RiseByOne(server_ids) ? server_ids.front() + rnd : rnd;
}

std::optional<oracles::Event> Translate(const paxos::Event& event,
                                        const std::vector<cases::ServerId>& server_ids) {
  using paxos::Point;
  const auto name = [&](paxos::ReplicaId node) {
    return server_ids[static_cast<std::size_t>(node)];
  };
  const cases::ServerId replica = name(event.replica);
  const auto round = [&] { return NameOfRound(event.rnd.value(), server_ids); };
  switch (event.point) {
    case Point::kLeader:
      if (!event.about) return std::nullopt;
      return oracles::LeaderElected{replica, name(*event.about)};
    case Point::kSuspect:
      return oracles::Suspected{replica, name(event.about.value())};
    case Point::kRestore:
      return oracles::Restored{replica, name(event.about.value())};
    case Point::kPrepareSent:
      return oracles::PrepareSent{replica, round()};
    case Point::kPromised:
      if (!event.vrnd) return oracles::Promised{replica, round(), std::nullopt};
      return oracles::Promised{
          replica, round(),
          oracles::Vote{NameOfRound(*event.vrnd, server_ids), event.vval.value_or("")}};
    case Point::kPrepareRefused:
      return oracles::Refused{replica, 1, round()};
    case Point::kAcceptSent:
      return oracles::AcceptSent{replica, round(), event.value.value()};
    case Point::kVoted:
      return oracles::Voted{replica, round(), event.value.value()};
    case Point::kAcceptRefused:
      return oracles::Refused{replica, 2, round()};
    case Point::kCommitSent:
      return oracles::CommitSent{replica, round(), event.value.value()};
    case Point::kLearned:
      return oracles::Learned{replica, event.value.value()};
    case Point::kPhaseFailed:
      return oracles::PhaseFailed{replica, round()};
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
