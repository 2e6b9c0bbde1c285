// A world of real replicas for the search of states without recovery: clients that ask, messages,
// timers, faults and repairs, each a step of its own, so that a search can weigh and order them. A
// step is one handler of one replica, run to its end.
//
// Each client asks each replica once; a question that was lost with its replica is asked again. Who
// crashes may come back, who dies does not.
// Time: free, any replica's timer may fire at any moment, and a message take as long as it likes;
// or ordered, one global time: what is due first fires first, and messages arrive before it does.
// A call's deadline passes when nothing of it is under way any more.
//
// Monitors: every-request-answered, names-lowest, agreement (safety).
// Not thread-safe: an execution has its own.
#pragma once

#include <memory>

#include "systematic/harness.h"

namespace paxos::searched {

struct WorldOptions {
  int replicas = 3;
  int clients = 2;
  systematic::SearchWorld search;
};

std::unique_ptr<systematic::Harness> MakeWorld(const WorldOptions& options);

/// The harness for searches: search-3 and search-5, by replicas.
systematic::HarnessInfo InfoOf(int replicas);

}  // namespace paxos::searched
