// What can become of messages and writes when faults are about. Nodes, kinds of messages and points
// are numbers here; what they stand for is up to the system under test.
//
// Plain values.
#pragma once

#include <cstddef>
#include <optional>

namespace adapter {

/// A node of the system, from 0 on.
using Node = int;

/// What becomes of a message.
enum class Fate {
  kDeliver,
  kLose,       ///< its call ends as if the deadline had passed
  kDuplicate,  ///< it arrives twice
  kHold,       ///< it waits until its fault lets it go
};
struct Routing {
  Fate fate = Fate::kDeliver;
  std::size_t fault = 0;  ///< which one holds it; its index in the case
  int incarnation = 0;    ///< of the receiver, by the number of its crashes so far
  bool again = false;     ///< kHold: it is routed once more when it is let go
};

/// A message without its content. No kind: a heartbeat or its answer, which no single fault is
/// about.
struct Message {
  Node from = 0;
  Node to = 0;
  std::optional<int> kind = std::nullopt;
  bool request = true;  ///< false: it answers one
  /// Of the sender: a reply that an earlier incarnation sent is lost. Nothing: the present one.
  std::optional<int> incarnation = std::nullopt;
  /// Whose heartbeat it is, or whose heartbeat it answers.
  std::optional<Node> prober = std::nullopt;
};

/// What becomes of a write to the disk.
enum class WriteFate { kWrite, kSlow, kFail, kNothing /* the node is down */ };

}  // namespace adapter
