// Takes a run of a system case to its end: lets time pass, and carries out what the case's faults
// ask for.
//
// How (docs/paxos_suites.md, "Faults"):
//  1. time passes only when a failure or fault must be noticed, or a phase must be begun again; a
//     period ends only when all its pings are done and nobody is in the middle of a phase, so that
//     nobody is suspected but who is to be, and what comes about does not depend on speed;
//  2. a crashed replica is taken down at once, and comes back when its fault says so; what faults
//     hold back goes on when they end;
//  3. it is over when all clients are answered, all replicas that are not down have learned, all
//     failures are noticed, and nothing that a fault began is left; or when nobody is left to lead;
//  4. where clients do not reach all replicas, it is over as well when nothing will happen any
//     more, and a few periods have shown it;
//  5. at the deadline the run is slow or stuck. Time stands still but for what the driver does, so
//     that a run will not go on in which nothing is reported any more and nothing is for the driver
//     to do, also when a fault holds something back: what must come did not. Nor will one that
//     has had many periods of time. That is a failure, and no matter of time.
// One run per object. Blocks the test's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cluster/cluster.h"
#include "adapter/systems/paxos/cluster/monitor.h"

namespace adapter {

/// How a run was left.
struct RunEnd {
  std::string missing = {};  ///< what it was waiting for at the deadline; empty: it is over
  bool stuck = false;        ///< nothing more would have come
  int periods = 0;           ///< that all replicas have ended together
};

class Driver {
 public:
  /// A run is stuck when it had `many_periods` up to its deadline, or when nothing is reported for
  /// `stillness` after it.
  Driver(int replicas, Monitor& monitor, Cluster& cluster, Monitor::Deadline deadline,
         std::chrono::milliseconds stillness = std::chrono::seconds(2),
         int many_periods = kManyPeriods);

  /// A hundred times what a case needs.
  static constexpr int kManyPeriods = 1000;

  RunEnd Run();

 private:
  enum class Step { kWait, kDueActions, kEnd, kStartSecondProposer, kEndPeriods };

  RunEnd AtDeadline();
  Step NextStep(const ClusterView& view) const;
  bool IsOver(const ClusterView& view) const;
  bool NeedsTime(const ClusterView& view) const;
  bool CanEndPeriod(const ClusterView& view) const;
  bool CanStartSecondProposer(const ClusterView& view) const;
  bool HasDueActions(const ClusterView& view) const;
  void DoDueActions();
  void StartSecondProposer();
  void EndPeriods();
  void EndPeriod(paxos::ReplicaId replica);

  const int replicas_;
  Monitor& monitor_;
  Cluster& cluster_;
  const Monitor::Deadline deadline_;
  const std::chrono::milliseconds stillness_;
  const int many_periods_;           // as many as are enough
  std::vector<std::int64_t> ended_;  // the last period of each replica that has been ended
  int failed_phases_ = 0;            // that time has passed for
  int periods_ = 0;                  // that all have ended together
  int asking_periods_ = 0;           // of these, while a client waits for who comes back
  int restful_periods_ = 0;          // of these the last ones, with nothing to happen
};

}  // namespace adapter
