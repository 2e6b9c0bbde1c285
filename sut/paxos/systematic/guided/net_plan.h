// A run of models/paxos as a plan for the real replicas: which message arrives next, who asks, who
// fails, who suspects whom.
//
// A step of the model that something outside of a replica decides becomes actions: a delivery, a
// question of a client, the time-outs after which a replica suspects another one, a leader's
// failure. What a replica does by itself (the model's SendPrepareMessages, SendCommitMessages, ...)
// becomes none: the real one does it as well, or does not, which is what the schedule finds out.
// Replica i of the model is replica i - 1 of the world, value Mi that of client i - 1.
// Thread safety: free functions without state; values as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace paxos {

/// Something that an option of the world is.
struct PlannedAction {
  std::string kind;  ///< "request", "reply", "ask", "timer"
  std::string from;  ///< "replica 0", "client 1"; empty: any
  std::string to;
  std::string what;      ///< "Prepare"; empty: any
  std::size_t step = 0;  ///< of the plan
  bool must = true;      ///< otherwise it may be missing: a ping that was answered before
};

/// A decision that a replica is asked for, in the order in which it is asked.
struct PlannedDecision {
  std::string replica;
  bool fails = false;  ///< as a leader, after its quorum
};

struct NetPlan {
  std::vector<std::string> steps;  ///< of the model, by the names of their transitions
  std::vector<PlannedAction> actions;
  std::vector<PlannedDecision> decisions;
};

/// `steps` are those of a run of models/paxos, as Engine::FormatElement() writes them.
NetPlan PlanOf(const std::vector<std::string>& steps, int replicas);

}  // namespace paxos
