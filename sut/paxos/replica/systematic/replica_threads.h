// A replica that many threads call at once, under one scheduler: every lock, wait and notification
// of its executor is a choice, and so is each moment in which the disk is busy. It is alone in its
// group, so that it decides what its clients propose, while strangers prepare and vote, and it is
// stopped at any moment.
//
// Monitors: "deadlock" and "threads" of systematic/fibers; "storage": one record at a time is
// saved, none breaks the invariants of storage.h, and none comes after Stop() has returned;
// "answers": every request has one answer, and its clients get one value.
// Built with quorum_controlled. Thread safety: that of HarnessInfo.
#pragma once

#include <string>
#include <vector>

#include "systematic/harness.h"

namespace paxos {

struct ReplicaThreadsOptions {
  int strangers = 3;  ///< threads that prepare a round or vote in one
  int clients = 1;
  int networks = 2;  ///< threads that carry what the replica sends to itself
  int timeouts = 1;  ///< timers that fire
  bool stop = true;  ///< a thread stops the replica at any moment; otherwise when all is done
};

systematic::HarnessInfo ReplicaThreads(const std::string& name, const std::string& about,
                                       const ReplicaThreadsOptions& options);

/// All that there are.
std::vector<systematic::HarnessInfo> ReplicaThreadHarnesses();

}  // namespace paxos
