// The acceptor: promises rounds and votes. A pure state machine.
//
// Invariants:
//  1. promised never falls, nor does vrnd; vrnd <= promised;
//  2. it promises a round once at most (a Prepare must be above the promised round), so that a
//     proposer that forgot its rounds cannot use one twice; it votes in no round below the
//     promised;
//  3. the new state is saved before the reply is returned, and loaded at construction; when saving
//     throws (StorageError), the acceptor is as before and there is no reply.
// Not thread-safe: one event at a time.
// Source: Lamport, "Paxos Made Simple" (2001), section 2.2.
#pragma once

#include <optional>
#include <string>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/roles/probe.h"
#include "sut/paxos/roles/state_sink.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// The acceptor's state; nothing promised and no vote at first.
struct AcceptorState {
  std::optional<Round> promised;  ///< the acceptor's rnd
  std::optional<Round> vrnd;      ///< round of its last vote
  std::optional<std::string> vval;
  bool operator==(const AcceptorState&) const = default;
};

class Acceptor {
 public:
  /// `storage` must outlive the acceptor.
  Acceptor(Storage& storage, Probe probe);

  /// A promise if request.rnd is above the promised round, a refusal otherwise.
  PrepareReply OnPrepare(const PrepareRequest& request);
  /// A learn if request.rnd is not below the promised round, a refusal otherwise.
  AcceptReply OnAccept(const AcceptRequest& request);

  const AcceptorState& state() const { return state_; }
#ifdef PAXOS_INSTRUMENTATION  // GCOVR_EXCL_START
  void Describe(StateSink& sink) const {
    sink.Name("acceptor.promised");
    sink.Numbers(state_.promised);
    sink.Name("acceptor.vote");
    sink.Numbers(state_.vrnd);
    sink.Text(state_.vval.value_or(""));
  }
#endif  // GCOVR_EXCL_STOP

 private:
  void Change(const Record& record);

  Storage& storage_;
  Probe probe_;
  AcceptorState state_;
};

}  // namespace paxos
