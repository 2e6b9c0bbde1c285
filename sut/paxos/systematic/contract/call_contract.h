// What a quorum call and the quorum functions of Paxos promise, as a reference to compare with:
// when a call ends, and how.
//
// Only promises and learns of the very request count, refusals never; a node counts once. A call
// ends at a quorum, or when too few replicas are left for one; then the highest refusal is known.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sut/paxos/roles/storage.h"
#include "sut/paxos/systematic/contract/deeds.h"

namespace paxos {

/// What came of a call to one replica.
struct CallResult {
  bool replied = false;
  bool agrees = false;              ///< a promise, a learn, an answer to Commit; else a refusal
  Round rnd = 0;                    ///< of the promise or learn
  std::string value;                ///< of the learn
  std::optional<RoundValue> vote;   ///< of the promise
  std::optional<Round> refused_at;  ///< the round that the refusing acceptor has promised
};

class CallContract {
 public:
  CallContract() = default;
  CallContract(Method method, Round rnd, std::string value, int replicas, int quorum)
      : method_(method),
        rnd_(rnd),
        value_(std::move(value)),
        outstanding_((1u << replicas) - 1),
        left_(replicas),
        missing_(quorum) {}

  enum class State : std::uint8_t { kOpen, kQuorum, kFailed };
  /// The state after what came of the call to `replica`; once it is not open, results are ignored.
  State OnResult(ReplicaId replica, const CallResult& result);

  State state() const { return state_; }
  Method method() const { return method_; }
  /// The highest vote among the promises.
  const std::optional<RoundValue>& vote() const { return vote_; }
  const std::optional<Round>& refused_at() const { return refused_at_; }

 private:
  // Of two votes in one round with different values, which only a broken peer reports, that of the
  // lowest replica.
  void Keep(ReplicaId replica, const RoundValue& vote);
  bool Counts(const CallResult& result) const;

  Method method_ = Method::kPrepare;
  Round rnd_ = 0;
  std::string value_;
  unsigned outstanding_ = 0;  // replicas, a bit each
  int left_ = 0;              // how many they are
  int missing_ = 0;
  State state_ = State::kOpen;
  std::optional<RoundValue> vote_;
  ReplicaId voter_ = 0;
  std::optional<Round> refused_at_;
};

}  // namespace paxos
