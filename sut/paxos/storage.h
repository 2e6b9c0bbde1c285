// What survives a restart of a replica: the acceptor's state.
//
// Invariants:
//  1. when Save returns, Load gives that state, also in a later replica object with this storage;
//  2. vrnd and vval are both there or both not, and vrnd <= promised.
// Implementations need no thread safety: one replica at a time uses a storage, event by event.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "sut/paxos/types.h"

namespace paxos {

/// The acceptor's state; nothing promised and no vote at first.
struct AcceptorState {
  std::optional<Round> promised;  ///< the acceptor's rnd
  std::optional<Round> vrnd;      ///< round of its last vote
  std::optional<std::string> vval;
  bool operator==(const AcceptorState&) const = default;
};

class Storage {
 public:
  virtual ~Storage() = default;
  /// The state saved last; the initial state when none was.
  virtual AcceptorState Load() const = 0;
  /// Makes `state` durable before it returns.
  virtual void Save(const AcceptorState& state) = 0;
};

/// Keeps the state in memory: it survives the replica object, not the process.
class MemoryStorage : public Storage {
 public:
  AcceptorState Load() const override { return state_; }
  void Save(const AcceptorState& state) override { state_ = state; }

 private:
  AcceptorState state_;
};

}  // namespace paxos
