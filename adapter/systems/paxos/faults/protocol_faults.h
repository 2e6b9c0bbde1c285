// The faults that know Paxos: a replica that all others suspect though it lives, and a replica that
// takes itself for the leader beside another one. The others are in adapter/faults/.
//
// Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "adapter/faults/planned_fault.h"
#include "adapter/systems/paxos/cases/fault.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"

namespace adapter {

/// What these faults have brought about so far. They share it.
struct ProtocolCourse {
  std::set<paxos::ReplicaId> silent;        ///< nobody hears from them, and their time stands still
  std::optional<paxos::ReplicaId> stalled;  ///< the leader that a second proposer overtakes
  std::optional<paxos::ReplicaId> second_proposer;  ///< takes itself for the leader
};

/// A fault that hears what replicas report, before it hears of the point that they came to.
class ProtocolFault : public PlannedFault {
 public:
  virtual void OnEvent(const paxos::Event& event) = 0;
};

/// Nobody hears from `replica` from the point `at` on, or from the start when there is none, until
/// some replica comes to `until`. It has happened when some replica came to suspect it.
std::unique_ptr<ProtocolFault> MakeFalseSuspicion(ProtocolCourse& course, paxos::ReplicaId replica,
                                                  std::optional<int> at, int until);

/// `replica` takes itself for the leader when the leader has a quorum of promises, in a round that
/// is lower or higher than the leader's; the leader goes on when the other has a quorum or is
/// refused.
std::unique_ptr<ProtocolFault> MakeSecondProposer(ProtocolCourse& course, paxos::ReplicaId replica,
                                                  cases::RoundOrder round);

}  // namespace adapter
