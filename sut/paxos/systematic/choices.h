// What replicas are told to do where the code asks (instrumentation.h), and what their disks do:
// all of it chosen, within budgets, and nothing bad after the heal.
//
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstdint>

#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/systematic/options.h"
#include "systematic/environment/processes.h"
#include "systematic/scheduler.h"

namespace paxos {

/// What becomes of a write.
enum class SaveFate { kSaved, kFailed, kFailedYetSaved };

class Choices {
 public:
  Choices(systematic::Scheduler& scheduler, const systematic::Processes& processes,
          const WorldOptions& options);

  /// Whether a replica's calls to itself go through at once, in this execution.
  bool calls_itself_at_once() const { return at_once_; }

  SaveFate Save(ReplicaId id);
  Action Decide(ReplicaId id);
  std::size_t Proposal(ReplicaId id, std::size_t pending);
  bool Leads(ReplicaId id, bool elected);
  void Heal() { healed_ = true; }

 private:
  std::uint64_t Choose(systematic::Word kind, ReplicaId id, std::uint64_t n);

  systematic::Scheduler& scheduler_;
  const systematic::Processes& processes_;
  int leader_failures_, failed_saves_, false_leaders_;
  bool at_once_;
  bool healed_ = false;
  systematic::Word save_word_, fail_word_, proposal_word_, leads_word_;
};

}  // namespace paxos
