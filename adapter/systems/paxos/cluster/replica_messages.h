// What the adapter and a replica in a process of its own say to each other, as JSON (control.h).
//
// The fork server is asked for a process with a message that has nothing but two sockets in it, and
// answers. Each process has those two sockets. On one the adapter sends a description of the
// replica, and then commands. On the other one the replica reports; it waits for the answer to most
// reports, so that an event is in the log before the replica acts on it.
// Invariant: reading what was written gives the same value. Plain values, pure functions.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/faults/fault_plan.h"
#include "adapter/systems/paxos/oracles/observation.h"
#include "sut/paxos/roles/instrumentation.h"

namespace adapter {

/// What the fork server answers to a request for a process: its id, or why there is none.
struct ForkAnswer {
  pid_t process = -1;
  std::string error = {};
  bool operator==(const ForkAnswer&) const = default;
};

/// What a process must know to be a replica. It reports kDone when it listens.
struct ReplicaStart {
  paxos::ReplicaId id = 0;
  int replicas = 0;
  paxos::QuorumSizes quorums;
  std::chrono::milliseconds call_timeout{0};
  bool ordered = false;
  std::string listen;                  ///< address of its server
  std::vector<std::string> addresses;  ///< how clients reach replicas 0, 1, ...
  std::string data_folder;
  bool operator==(const ReplicaStart&) const = default;
};

/// Wait until the servers of these replicas answer, then report kDone.
struct ReachReplicas {
  std::vector<paxos::ReplicaId> replicas;
  bool operator==(const ReachReplicas&) const = default;
};
/// Begin the roles, then report kDone.
struct BeginRoles {
  bool operator==(const BeginRoles&) const = default;
};
/// End the period of the failure detector.
struct EndPeriod {
  bool operator==(const EndPeriod&) const = default;
};
/// Send the messages on that the fault of this index holds back.
struct ReleaseMessages {
  std::size_t fault = 0;
  bool operator==(const ReleaseMessages&) const = default;
};
/// End the process.
struct EndProcess {
  bool operator==(const EndProcess&) const = default;
};
using ReplicaCommand =
    std::variant<ReachReplicas, BeginRoles, EndPeriod, ReleaseMessages, EndProcess>;

/// What a report is about. Its argument and the answer are those of the function of the Monitor.
enum class ReplicaReportKind {
  kObserve,
  kDecide,
  kChooseProposal,
  kLeads,
  kRoute,
  kArrived,    ///< without an answer
  kCallBegun,  ///< without an answer
  kCallOver,   ///< without an answer
  kWrite,
  kSaved,
  kPeriodBegan,
  kDone,  ///< the process has done what it was told to do
};
struct ReplicaReport {
  ReplicaReportKind kind = ReplicaReportKind::kDone;
  nlohmann::json argument;
  bool waits = true;  ///< for the answer
};
struct ReportAnswer {
  nlohmann::json answer;
  bool crashes = false;  ///< the replica must crash instead of going on
};

nlohmann::json ToJson(const ForkAnswer& answer);
ForkAnswer ForkAnswerFrom(const nlohmann::json& json);
nlohmann::json ToJson(const ReplicaStart& start);
ReplicaStart StartFrom(const nlohmann::json& json);
nlohmann::json ToJson(const ReplicaCommand& command);
ReplicaCommand CommandFrom(const nlohmann::json& json);
nlohmann::json ToJson(const ReplicaReport& report);
ReplicaReport ReportFrom(const nlohmann::json& json);
nlohmann::json ToJson(const ReportAnswer& answer);
ReportAnswer AnswerFrom(const nlohmann::json& json);

nlohmann::json ToJson(const paxos::Event& event);
paxos::Event EventFrom(const nlohmann::json& json);
nlohmann::json ToJson(const MessageHeader& header);
MessageHeader HeaderFrom(const nlohmann::json& json);
nlohmann::json ToJson(const Routing& routing);
Routing RoutingFrom(const nlohmann::json& json);
nlohmann::json ToJson(const oracles::Saved& saved);
oracles::Saved SavedFrom(const nlohmann::json& json);

}  // namespace adapter
