// A model of an extent node: it reports what it has, and copies extents from other nodes when it is
// asked to. The way in which it remembers what it has is the real one.
//
// Invariant: at most one report of a node is under way; a node that is dead does and sends nothing,
// but what it sent still arrives. Thread safety: none; it is one execution's.
#pragma once

#include <functional>
#include <vector>

#include "examples/systematic/extent_manager/extent_center.h"
#include "examples/systematic/extent_manager/extent_manager.h"
#include "examples/systematic/support/messages.h"
#include "systematic/scheduler.h"

namespace extent_manager {

/// What the nodes of an execution share; outlives them.
struct World {
  systematic::Scheduler* scheduler = nullptr;
  support::Messages* messages = nullptr;
  systematic::MachineId manager_machine = 0;
  ExtentManager* manager = nullptr;
  std::function<void(NodeId)> on_stored;
  bool over = false;  ///< no timer starts any more
};

class ExtentNode {
 public:
  ExtentNode(NodeId id, World& world);

  NodeId id() const { return id_; }
  bool alive() const { return alive_; }
  void Die() { alive_ = false; }
  void Store(ExtentId extent);

  /// The manager's wish.
  void OnRepair(ExtentId extent, ExtentNode& source);
  systematic::MachineId machine() const { return machine_; }

 private:
  void StartTimer();
  void Report();
  void OnCopyRequest(ExtentId extent, ExtentNode& asker);

  const NodeId id_;
  World& world_;
  const systematic::MachineId machine_;
  const systematic::Word timer_, report_, copy_request_, copy_;
  ExtentCenter center_;
  bool alive_ = true;
};

}  // namespace extent_manager
