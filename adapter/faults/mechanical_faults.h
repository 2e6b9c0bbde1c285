// The faults that need to know nothing of a protocol: single messages that are lost, late, doubled
// or overtaken; nodes that are cut off or crash; disks that are slow or fail.
//
// Kinds of messages and points are the system's numbers. Thread safety: free functions without
// state; what they return is not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "adapter/faults/planned_fault.h"

namespace adapter {

/// Messages that a fault is about: of that kind, from and to these nodes. A fault is about the
/// first.
struct MessagePattern {
  int kind = 0;
  bool request = true;
  Node from = 0;
  Node to = 0;
};

/// Whether a node that crashed comes back.
enum class Comeback {
  kNever,
  kAtOnce,       ///< before anybody can notice: what is sent to it waits
  kWhenAllDone,  ///< when all other live nodes have done their work
};

/// The message is lost.
std::unique_ptr<PlannedFault> MakeDrop(const MessagePattern& message);
/// It arrives twice.
std::unique_ptr<PlannedFault> MakeDuplicate(const MessagePattern& message);
/// It arrives when some node has come to the point `until`.
std::unique_ptr<PlannedFault> MakeDelay(const MessagePattern& message, int until);
/// It arrives after the next message in the same direction.
std::unique_ptr<PlannedFault> MakeReorder(const MessagePattern& message);
/// From the start, nothing passes between `side` and the other nodes; it heals when some node has
/// come to the point `until`, and has happened if it stopped something before.
std::unique_ptr<PlannedFault> MakePartition(std::set<Node> side, int until);
/// The node crashes when it has come to the point `at`; nothing: at the start.
std::unique_ptr<PlannedFault> MakeCrash(Node node, std::optional<int> at, Comeback comeback);
/// All writes of the node are slow.
std::unique_ptr<PlannedFault> MakeSlowDisk(Node node);
/// The first write of the node fails.
std::unique_ptr<PlannedFault> MakeFailedWrite(Node node);

}  // namespace adapter
