// What survives a restart of a replica: what its acceptor promised and voted for, the last round
// that its proposer began, and the decided value once it is known.
//
// Invariants:
//  1. when Save returns, Load gives the state with that record, also to a later replica object. A
//     FileStorage gives it to a later process, too, also after a crash of the machine;
//  2. a Save that throws may have saved the record or not; a role changes its own state, and
//     answers, only after a Save that returned;
//  3. vote.rnd <= promised; promised and round never fall; a decision stays.
// A test decorates the interface to make a disk slow or bad: it has one Save for everything.
// Implementations need no thread safety: one replica at a time uses a storage, event by event.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "sut/paxos/roles/types.h"

namespace paxos {

/// A vote of an acceptor, or what was decided and in which round.
struct RoundValue {
  Round rnd = 0;
  std::string value;
  bool operator==(const RoundValue&) const = default;
};

/// Everything of a replica that survives; nothing is there at first.
struct StoredState {
  std::optional<Round> promised;       ///< the acceptor's rnd
  std::optional<RoundValue> vote;      ///< the acceptor's last one: vrnd, vval
  std::optional<Round> round;          ///< the proposer's last crnd
  std::optional<RoundValue> decision;  ///< what the learner learned
  bool operator==(const StoredState&) const = default;
};

/// One change of the state.
struct Record {
  enum class Kind {
    kPromise = 1,   ///< promised := rnd
    kVote = 2,      ///< promised := rnd, vote := (rnd, value)
    kRound = 3,     ///< round := rnd
    kDecision = 4,  ///< decision := (rnd, value)
  };
  Kind kind = Kind::kPromise;
  Round rnd = 0;
  std::string value;
  bool operator==(const Record&) const = default;
};

/// Does the record keep the invariants of `state`?
bool Allows(const StoredState& state, const Record& record);
/// Makes the change.
void Apply(const Record& record, StoredState& state);

/// The state was not saved, or cannot be trusted. The message says what and where.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Storage {
 public:
  virtual ~Storage() = default;
  /// The state with all records saved so far.
  virtual StoredState Load() const = 0;
  /// Makes the record durable before it returns. Throws StorageError when it could not.
  virtual void Save(const Record& record) = 0;
};

/// Keeps the state in memory: it survives the replica object, not the process.
class MemoryStorage : public Storage {
 public:
  StoredState Load() const override { return state_; }
  void Save(const Record& record) override { Apply(record, state_); }

 private:
  StoredState state_;
};

}  // namespace paxos
