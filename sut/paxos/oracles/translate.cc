#include "sut/paxos/oracles/translate.h"

#include <algorithm>

namespace oracles {
namespace {

bool RiseByOne(const std::vector<ServerId>& ids) {
  return std::ranges::adjacent_find(ids, [](auto id, auto next) { return next != id + 1; }) ==
         ids.end();
}

}  // namespace

Round NameOfRound(paxos::Round rnd, const std::vector<ServerId>& server_ids) {
  return RiseByOne(server_ids) ? server_ids.front() + rnd : rnd;
}

std::optional<ProtocolEvent> Translate(const paxos::Event& event,
                                       const std::vector<ServerId>& server_ids) {
  using paxos::Point;
  const auto name = [&](paxos::ReplicaId node) {
    return server_ids[static_cast<std::size_t>(node)];
  };
  const ServerId replica = name(event.replica);
  const auto name_of = [&](const std::optional<paxos::Round>& rnd) {
    return rnd ? std::optional(NameOfRound(*rnd, server_ids)) : std::nullopt;
  };
  const auto round = [&] { return NameOfRound(event.rnd.value(), server_ids); };
  const auto vote = [&] {
    return event.vrnd ? std::optional(Vote{*name_of(event.vrnd), event.vval.value_or("")})
                      : std::nullopt;
  };
  switch (event.point) {
    case Point::kLeader:
      if (!event.about) return std::nullopt;
      return LeaderElected{replica, name(*event.about)};
    case Point::kSuspect:
      return Suspected{replica, name(event.about.value())};
    case Point::kRestore:
      return Restored{replica, name(event.about.value())};
    case Point::kPrepareSent:
      return PrepareSent{replica, round()};
    case Point::kPromised:
      return Promised{replica, round(), vote()};
    case Point::kPrepareRefused:
      return Refused{replica, 1, round(), name_of(event.promised)};
    case Point::kAcceptSent:
      return AcceptSent{replica, round(), event.value.value()};
    case Point::kVoted:
      return Voted{replica, round(), event.value.value()};
    case Point::kAcceptRefused:
      return Refused{replica, 2, round(), name_of(event.promised)};
    case Point::kCommitSent:
      return CommitSent{replica, round(), event.value.value()};
    case Point::kLearned:
      return Learned{replica, event.value.value(), name_of(event.rnd)};
    case Point::kPhaseFailed:
      return PhaseFailed{replica, round(), name_of(event.promised)};
    case Point::kLoaded:
      return Loaded{replica, name_of(event.rnd), name_of(event.promised), vote(), event.value};
    // kFailed does not say in which phase: ClusterView knows, which made it fail.
    case Point::kFailed:
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

}  // namespace oracles
