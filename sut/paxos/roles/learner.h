// The learner: keeps the decided value. A pure state machine.
//
// Invariants: what it learned first stays, over restarts, too: it is saved before the reply is
// returned; Commits that come later, or twice, change nothing.
// Not thread-safe: one event at a time.
#pragma once

#include <optional>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/storage.h"

namespace paxos {

class Learner {
 public:
  /// `storage` must outlive the learner.
  Learner(Storage& storage, Probe probe);

  /// Takes a decided value; the reply is empty.
  CommitReply OnCommit(const CommitRequest& request);

  /// The decided value and the round of its Commit, once it is learned.
  const std::optional<RoundValue>& learned() const { return learned_; }
#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
  void Describe(StateSink& sink) const {
    sink.Name("learner.learned");
    sink.Count(learned_ ? 1 : 0);
    if (!learned_) return;
    sink.Number(learned_->rnd);
    sink.Text(learned_->value);
  }
#endif  // GCOVR_EXCL_STOP

 private:
  Storage& storage_;
  Probe probe_;
  std::optional<RoundValue> learned_;
};

}  // namespace paxos
