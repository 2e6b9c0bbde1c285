// What all incarnations of all replicas of one system did, judged: was anything lost that was on
// disk, was any reply given before its record was, is anything unsafe?
//
// Invariants of a sound history, per replica:
//  1. an incarnation starts from exactly the records whose saving returned in earlier ones; of the
//     one that was being saved at the end of an incarnation, it has all or nothing;
//  2. a promise, a learn and what is learned are reported only after their record was saved;
//  3. its rounds rise over all incarnations.
// And over all of them: the safety oracles of Paxos, for which a vote counts from its record on,
// whether its reply was sent or not.
// Pure functions, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "adapter/systems/paxos/oracles/observation.h"
#include "tests/durability/event_log.h"

namespace durability {

/// An event with its time.
struct Timed {
  std::int64_t time = 0;
  oracles::Event event;
};

/// What one replica did, and what is wrong with it.
struct ReplicaHistory {
  std::vector<Timed> events;        ///< for the oracles
  std::vector<std::string> errors;  ///< of invariants 1 to 3
  int incarnations = 0;
  int in_doubt = 0;          ///< records that were being saved when an incarnation ended
  paxos::StoredState state;  ///< at the end; a record in doubt is not in it
};

/// Judges the lines of replica `id`.
ReplicaHistory JudgeReplica(paxos::ReplicaId id, const std::vector<Line>& lines);

/// Judges a system: each replica's lines, and what its clients did. All errors, each a line.
std::vector<std::string> JudgeSystem(const std::vector<ReplicaHistory>& replicas,
                                     const std::vector<Timed>& clients, int quorum_size);

}  // namespace durability
