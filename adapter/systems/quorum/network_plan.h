// How a quorum call case is run over a network: what the suite leaves open, drawn by the seed
// before anything runs.
// Invariant: the same case, configuration and seed give the same plan. Plain values, pure
// functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "adapter/systems/quorum/call_board.h"
#include "adapter/systems/quorum/call_case.h"
#include "adapter/systems/quorum/call_network.h"
#include "adapter/systems/quorum/network_call.h"

namespace adapter {

/// How the configuration of all servers is composed of others.
enum class Composition {
  kRemoveStranger,      ///< all nodes without the one that is no server
  kSubtractStranger,    ///< the same by the difference of two configurations
  kTakeOutAndUnite,     ///< without the last server, united with it
  kTakeOutAndAdd,       ///< without the last server, which is added again
  kUniteWithOwnMember,  ///< all servers, united with the last one
  kDirect,              ///< all servers by their ids
};

struct NetworkPlan {
  NetworkKind kind;
  CallWay way;
  Composition composition = Composition::kDirect;
  /// The requests that fail, and how. All others are replied to, or wait until the end.
  std::map<RequestKey, PlannedFailure> failures;
  /// The calls that end with their deadline.
  std::set<std::size_t> deadlines;

  bool IsLocal(quorum::NodeId node) const { return kind.first_is_local && node == 0; }
  /// Messages reach a node in the order in which they were sent.
  bool IsOrdered() const { return kind.order == quorum::Order::kFifo && !way.apart; }
};

NetworkPlan DrawPlan(const cases::QuorumCallCase& test, const cases::Configuration& configuration,
                     std::uint64_t seed);

/// The way of the plan, for the user: "over streams, TLS, an argument for each".
std::string Describe(const NetworkPlan& plan);

/// The error codes of which a request must end with one; none: it must be replied to.
std::set<quorum::NodeErrorCode> CodesOf(const NetworkPlan& plan, const RequestKey& key);

/// How the result of a request to `server` (no result: none came) differs from what the plan wants,
/// for the user. Empty: it does not.
std::string WrongResult(const NetworkPlan& plan, const RequestKey& key, cases::ServerId server,
                        const std::optional<CallBoard::Result>& result);

/// What a request must end with, and what it ended with, for the user.
std::string ExpectedText(const std::set<quorum::NodeErrorCode>& codes);
std::string ResultText(const std::optional<CallBoard::Result>& result);

/// Is the event a reply?
bool IsReply(cases::QuorumCallEvent::Type type);
/// Is it the caller's doing, or its deadline?
bool IsGivingUp(cases::QuorumCallEvent::Type type);
/// Does it belong to the call before?
bool IsLate(cases::QuorumCallEvent::Type type);

}  // namespace adapter
