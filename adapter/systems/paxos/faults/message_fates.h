// Who decides what becomes of messages and writes: the monitor of a case, or its far end in a
// process of its own.
//
// Thread-safe, and never waits for a replica.
#pragma once

#include "adapter/systems/paxos/faults/fault_plan.h"
#include "adapter/systems/paxos/oracles/observation.h"

namespace adapter {

class MessageFates {
 public:
  virtual ~MessageFates() = default;

  /// A message is about to leave.
  virtual Routing Route(const MessageHeader& header) = 0;
  /// The receiver of a message has handled it.
  virtual void Arrived(const MessageHeader& header) = 0;
  /// A call of a replica begins; returns which incarnation of the replica it belongs to.
  virtual int CallBegun(paxos::ReplicaId replica) = 0;
  /// Nothing more can come of a call of that incarnation.
  virtual void CallOver(paxos::ReplicaId replica, int incarnation) = 0;

  /// A replica is about to write.
  virtual WriteFate Write(paxos::ReplicaId replica) = 0;
  /// A replica has written `saved`, whose `replica` is not set.
  virtual void Saved(paxos::ReplicaId replica, const oracles::Saved& saved) = 0;
};

}  // namespace adapter
