// What happens in a running Paxos system, as plain values: the input of the safety oracles. Nothing
// here knows how the events were observed.
//
// A log is a sequence of events. Its invariants, which the oracles rely on:
//  1. events of one replica are in the order in which they happened there;
//  2. an event comes before every event that it caused at another replica (an acceptor's promise is
//     logged before the reply leaves, a proposal before the client sends it);
//  3. otherwise the order of events of different replicas means nothing.
// All types are plain values; distinct objects may be used from different threads.
// Source: L. Lamport, "Paxos made simple" (2001), in the terms of the design's vocabulary.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace oracles {

using Round = std::int64_t;
/// What a replica is called: its id, or a name that a test gave it.
using ServerId = std::int64_t;

/// The last vote of an acceptor.
struct Vote {
  Round rnd = 0;
  std::string value;
  bool operator==(const Vote&) const = default;
};

/// Client `client` (0-based) is about to send `value`.
struct ClientProposed {
  int client = 0;
  std::string value;
  bool operator==(const ClientProposed&) const = default;
};
/// Client `client` got `value` as the decided one.
struct ClientAnswered {
  int client = 0;
  std::string value;
  bool operator==(const ClientAnswered&) const = default;
};

/// `replica` starts phase one of `rnd`.
struct PrepareSent {
  ServerId replica = 0;
  Round rnd = 0;
  bool operator==(const PrepareSent&) const = default;
};
/// Acceptor `replica` promises `rnd` and reports its last vote; no `vote`: it has not voted yet.
struct Promised {
  ServerId replica = 0;
  Round rnd = 0;
  std::optional<Vote> vote;
  bool operator==(const Promised&) const = default;
};
/// `replica` starts phase two of `rnd` with `value`.
struct AcceptSent {
  ServerId replica = 0;
  Round rnd = 0;
  std::string value;
  bool operator==(const AcceptSent&) const = default;
};
/// Acceptor `replica` votes for `value` in `rnd`.
struct Voted {
  ServerId replica = 0;
  Round rnd = 0;
  std::string value;
  bool operator==(const Voted&) const = default;
};
/// Acceptor `replica` refuses a prepare (phase 1) or an accept (phase 2) of `rnd`, and says which
/// round it has promised; nothing: that is not known.
struct Refused {
  ServerId replica = 0;
  int phase = 1;
  Round rnd = 0;
  std::optional<Round> promised = std::nullopt;
  bool operator==(const Refused&) const = default;
};
/// `replica` starts phase three of `rnd`: it tells the learners that `value` is chosen.
struct CommitSent {
  ServerId replica = 0;
  Round rnd = 0;
  std::string value;
  bool operator==(const CommitSent&) const = default;
};
/// Learner `replica` learns `value`, which was chosen in `rnd`; nothing: the round is not known.
struct Learned {
  ServerId replica = 0;
  std::string value;
  std::optional<Round> rnd = std::nullopt;
  bool operator==(const Learned&) const = default;
};

/// `replica` trusts `leader` from now on.
struct LeaderElected {
  ServerId replica = 0;
  ServerId leader = 0;
  bool operator==(const LeaderElected&) const = default;
};
/// `replica` suspects `suspect` from now on.
struct Suspected {
  ServerId replica = 0;
  ServerId suspect = 0;
  bool operator==(const Suspected&) const = default;
};
/// `replica` suspects `restored` no longer.
struct Restored {
  ServerId replica = 0;
  ServerId restored = 0;
  bool operator==(const Restored&) const = default;
};
/// The test made leader `replica` fail right after its quorum of `phase`.
struct LeaderFailed {
  ServerId replica = 0;
  int phase = 1;
  bool operator==(const LeaderFailed&) const = default;
};

/// A phase of `rnd` that `replica` began ended without a quorum. `refused` is the highest round
/// that a refusal said was promised, if there was one.
struct PhaseFailed {
  ServerId replica = 0;
  Round rnd = 0;
  std::optional<Round> refused = std::nullopt;
  bool operator==(const PhaseFailed&) const = default;
};
/// The acceptor of `replica` has this state on its disk from now on. The first one of a replica is
/// what the disk held before its start.
struct Saved {
  ServerId replica = 0;
  std::optional<Round> promised;
  std::optional<Vote> vote;
  bool operator==(const Saved&) const = default;
};
/// The failure detector of `replica` begins a period that is to last so long.
struct PeriodBegan {
  ServerId replica = 0;
  std::int64_t microseconds = 0;
  bool operator==(const PeriodBegan&) const = default;
};
/// `replica` comes back after a crash.
struct Restarted {
  ServerId replica = 0;
  bool operator==(const Restarted&) const = default;
};

/// `replica` begins its roles with what it saved: the last round that its proposer began, its
/// acceptor's state, the value that its learner learned.
struct Loaded {
  ServerId replica = 0;
  std::optional<Round> begun;
  std::optional<Round> promised;
  std::optional<Vote> vote;
  std::optional<std::string> learned;
  bool operator==(const Loaded&) const = default;
};

/// Any of them.
using ProtocolEvent =
    std::variant<ClientProposed, ClientAnswered, PrepareSent, Promised, AcceptSent, Voted, Refused,
                 CommitSent, Learned, LeaderElected, Suspected, Restored, LeaderFailed, PhaseFailed,
                 Saved, PeriodBegan, Restarted, Loaded>;

/// "client 1" for client 0: the n-th `ClientPropose` of a case is client n for the user.
std::string NameOfClient(int client);

// Each as one line, without a line end: "8081 promises round 8084 with vote (8082, \"M1\")".
std::string ToString(const ClientProposed& event);
std::string ToString(const ClientAnswered& event);
std::string ToString(const PrepareSent& event);
std::string ToString(const Promised& event);
std::string ToString(const AcceptSent& event);
std::string ToString(const Voted& event);
std::string ToString(const Refused& event);
std::string ToString(const CommitSent& event);
std::string ToString(const Learned& event);
std::string ToString(const LeaderElected& event);
std::string ToString(const Suspected& event);
std::string ToString(const Restored& event);
std::string ToString(const LeaderFailed& event);
std::string ToString(const PhaseFailed& event);
std::string ToString(const Saved& event);
std::string ToString(const PeriodBegan& event);
std::string ToString(const Restarted& event);
std::string ToString(const Loaded& event);
std::string ToString(const ProtocolEvent& event);

}  // namespace oracles
