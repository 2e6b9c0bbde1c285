// The learner: keeps the decided value. A pure state machine.
//
// Invariants: what it learned first stays; Commits that come later, or twice, change nothing.
// Not thread-safe: one event at a time.
#pragma once

#include <optional>
#include <string>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/probe.h"

namespace paxos {

class Learner {
 public:
  explicit Learner(Probe probe);

  /// Takes a decided value; the reply is empty.
  CommitReply OnCommit(const CommitRequest& request);

  /// The decided value, once it is learned.
  const std::optional<std::string>& learned() const { return learned_; }

 private:
  Probe probe_;
  std::optional<std::string> learned_;
};

}  // namespace paxos
