// The faults of one case together: asked about each message and write, told what happens, it says
// what becomes of them, who is down, and what the test's thread has to do next. It decides only;
// the system's transport, storage and processes carry it out.
//
// How: the faults are asked in the order in which the case has them, and the first answer holds.
// Who is down or cut off decides before faults of single messages do.
//
// Invariants:
//  1. what OnPoint brings about holds for the very next message: the caller must not send before;
//  2. without faults everything is delivered and nobody is down.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "adapter/faults/planned_fault.h"

namespace adapter {

class FaultSchedule {
 public:
  /// `nodes`: how many there are. The case begins.
  FaultSchedule(std::vector<std::unique_ptr<PlannedFault>> faults, std::size_t nodes);

  /// A message is about to leave.
  Routing Route(const Message& message);
  /// A message has been handled by its receiver.
  void OnArrived(const Message& message);
  /// A node has come to a point.
  void OnPoint(int point, Node node);
  /// A period of heartbeats of the node is over.
  void OnPeriodEnd(Node node);
  /// The node has stopped by itself.
  void OnHalted(Node node);
  /// A node is about to write.
  WriteFate OnWrite(Node node);

  bool IsDown(Node node) const { return course_->down.contains(node); }
  /// The node is down by a fault, and not because it halted by itself.
  bool IsCrashed(Node node) const { return IsDown(node) && !course_->halted.contains(node); }
  /// Something that a fault has begun is not over.
  bool Pending() const;
  /// Some node that crashes, or will, comes back.
  bool SomeoneComesBack() const;
  /// Some fault has begun.
  bool Began() const { return course_->began; }

  /// Faults that have happened since the last call, by index.
  std::vector<std::size_t> TakeHappened();
  /// Faults that hold nothing back any more, since the last call, by index.
  std::vector<std::size_t> TakeReleased();
  /// Nodes that crashed since the last call: they must be taken down.
  std::vector<Node> TakeCrashed();
  /// Somebody must be taken down or brought back, or something that was held back must go on.
  /// `all_done`: all other live nodes have done their work.
  bool HasDueActions(bool all_done) const;
  /// Nodes that are to come back now; none that has crashed since the last TakeCrashed.
  std::vector<Node> DueToRestart(bool all_done) const;
  /// The node begins to come back: it is not down any more.
  void OnRestart(Node node) { course_->down.erase(node); }
  /// The node has come back: the others can reach it, and its fault has happened.
  void OnRestarted(Node node);

 private:
  std::unique_ptr<FaultCourse> course_;  // at an address of its own: the faults refer to it
  std::vector<std::unique_ptr<PlannedFault>> faults_;
};

}  // namespace adapter
