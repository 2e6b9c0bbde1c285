// One fault of a case: when it begins, what it does to messages and writes while it is active, and
// when it ends. Those of any system are in mechanical_faults.h; a system derives its own.
//
// Invariants:
//  1. a fault begins at most once and ends at most once, after it began;
//  2. it counts as happened only when it has come about as a whole;
//  3. what it answers for a message depends on its own stage and on the course of the case only.
// Not thread-safe (whoever owns the FaultSchedule guards it).
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "adapter/faults/message_fate.h"

namespace adapter {

/// What the faults of a case have brought about so far. They share it.
struct FaultCourse {
  bool began = false;                 ///< some fault has begun
  std::set<int> passed;               ///< points that some node has come to
  std::vector<int> incarnations;      ///< by node: its crashes so far
  std::set<Node> down;                ///< by a crash, or since it halted by itself
  std::set<Node> halted;              ///< by itself
  std::vector<Node> crashed;          ///< not yet taken down
  std::vector<std::size_t> happened;  ///< faults, by index, since they were taken last
  std::vector<std::size_t> released;  ///< that hold nothing back any more, also since then
};

class PlannedFault {
 public:
  virtual ~PlannedFault() = default;

  /// `course` must outlive the fault; `index` is that of the fault in its case.
  void Attach(FaultCourse& course, std::size_t index) {
    course_ = &course;
    index_ = index;
  }

  /// The case begins.
  virtual void OnStart() {}
  /// What a fault of nodes makes of the message: who is down or cut off decides first.
  virtual std::optional<Routing> RouteByNode(const Message&) { return std::nullopt; }
  /// What a fault of a single message makes of it, unless RouteByNode of some fault decided.
  virtual std::optional<Routing> RouteByMessage(const Message&) { return std::nullopt; }
  /// A message has been handled by its receiver.
  virtual void OnArrived(const Message&) {}
  /// A node has come to a point.
  virtual void OnPoint(int /*point*/, Node) {}
  /// A period of heartbeats of the node is over.
  virtual void OnPeriodEnd(Node) {}
  /// A node is about to write.
  virtual std::optional<WriteFate> OnWrite(Node) { return std::nullopt; }

  /// The node that this fault took down and that is to come back now. `all_done`: all other live
  /// nodes have done their work.
  virtual std::optional<Node> DueToRestart(bool /*all_done*/) const { return std::nullopt; }
  /// A node has come back.
  virtual void OnRestarted(Node) {}
  /// The fault takes a node down and brings it back.
  virtual bool ComesBack() const { return false; }
  /// It has begun, and is to end.
  virtual bool Pending() const { return stage_ == Stage::kActive; }

 protected:
  enum class Stage { kWaiting, kActive, kDone };

  bool waiting() const { return stage_ == Stage::kWaiting; }
  bool active() const { return stage_ == Stage::kActive; }
  FaultCourse& course() const { return *course_; }
  Routing Held(bool again) const { return {Fate::kHold, index_, 0, again}; }

  void Begin() {
    stage_ = Stage::kActive;
    course_->began = true;
  }
  /// Nothing is held back any more. `happened`: it has come about as a whole.
  void End(bool happened = true) {
    stage_ = Stage::kDone;
    Report(happened);
  }
  /// Nothing is held back any more, but the fault goes on to have an effect. `happened`: it has
  /// come about as a whole.
  void Report(bool happened) {
    if (happened) course_->happened.push_back(index_);
    course_->released.push_back(index_);
  }

 private:
  Stage stage_ = Stage::kWaiting;
  FaultCourse* course_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace adapter
