// Watches over extents: each is to be on three extent nodes. Nodes send heartbeats and, less often,
// reports of all extents that they have. Who has been silent for too long is taken for dead; an
// extent with fewer replicas than it should have is copied from a node that has it to one that has
// not.
//
// Two loops do that, each at its own pace: Start() has a Timers call them; who calls ExpireNodes()
// and RepairExtents() itself does not call Start(). Not thread-safe: the caller serialises.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "examples/systematic/extent_manager/extent_center.h"

namespace extent_manager {

using Time = std::chrono::seconds;  ///< since any moment

/// What the manager sends.
class Network {
 public:
  virtual ~Network() = default;
  /// Asks `target` to copy `extent` from `source`. May be lost.
  virtual void SendRepair(NodeId target, ExtentId extent, NodeId source) = 0;
};

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time Now() const = 0;
};

class Timers {
 public:
  virtual ~Timers() = default;
  /// Calls `tick` again and again, serialised with all else that is called.
  virtual void Every(Time interval, std::function<void()> tick) = 0;
};

struct Options {
  std::size_t replicas = 3;
  Time expire_every{5};
  Time repair_every{60};
  Time dead_after{15};  ///< since the last heartbeat
};

/// Mistakes that can be switched on.
enum class Bug {
  kNone,
  kBelievesTheDead,  ///< a sync report of a node that has expired is believed
};

class ExtentManager {
 public:
  /// `network` and `clock` outlive the manager.
  ExtentManager(const Options& options, Network& network, Clock& clock, Bug bug = Bug::kNone);

  /// Has `timers`, which ends before the manager, run both loops.
  void Start(Timers& timers);

  /// `node` is alive; one that was taken for dead is back with the first heartbeat.
  void OnHeartbeat(NodeId node);
  /// `node` has these extents and no others. A node that has not said that it is alive is not
  /// believed: what it has is heard with its next report.
  void OnSyncReport(NodeId node, const std::vector<ExtentId>& extents);

  /// One round of the expiration loop: who is silent for too long is dead.
  void ExpireNodes();
  /// One round of the repair loop: one more copy for each extent that has too few.
  void RepairExtents();

  /// For operators: where the manager believes the replicas to be.
  const ExtentCenter& center() const { return center_; }

 private:
  void Repair(ExtentId extent, const std::set<NodeId>& holders);

  const Options options_;
  Network& network_;
  Clock& clock_;
  const Bug bug_;
  ExtentCenter center_;
  std::map<NodeId, Time> last_heartbeats_;  ///< of nodes that are alive
};

}  // namespace extent_manager
