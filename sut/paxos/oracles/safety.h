// The safety oracles of single-decree Paxos: what must hold in every run, whatever a test expects.
//
//   agreement             everything chosen, learned or told to a client is one value
//   validity              every value in the protocol was proposed by a client before
//   learned is chosen     a value that is committed or learned was voted for by a quorum before, in
//                         the round that it is said to be chosen in
//   round ownership       no two replicas start the same round
//   fresh rounds          no replica starts phase one of a round twice, also not after a restart
//   rising rounds         a proposer's next round is higher than those it began and, until it ends,
//                         than those that refusals named
//   one value per round   all accept messages and votes of a round have one value
//   phase two value       (P2c) an accept follows a quorum of promises of its round, and its value
//                         is that of their highest vote, if there is one
//   promise monotonicity  an acceptor never promises a round below one that it promised or voted in
//   vote monotonicity     an acceptor never votes in a round below one that it promised or voted in
//   promise reports vote  a promise carries the acceptor's last vote, and none if it has not voted;
//                         after a restart also a vote that it wrote and did not live to say
//   refusal reports round an acceptor refuses only what its promise forbids, and says which round
//                         it has promised
//   starts as saved       a replica begins with what it saved: the state on its disk, a round that
//                         is not below the last one begun, the value that it learned
//   longer periods        after it restored someone, a failure detector's next period is longer
//   saved before said     what a promise or a vote says is on the acceptor's disk before; judged
//                         for replicas whose disk was observed
//
// The oracles judge by what acceptors did, never by what the proposer under test calls a quorum.
// Each oracle reports its first violation only: what follows is mostly its consequence.
// Not thread-safe. Source: L. Lamport, "Paxos made simple" (2001), P1a, P2c and the safety
// requirements of its section 2.1.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "oracles/violations.h"
#include "sut/paxos/oracles/events.h"

namespace oracles {

/// Feed it a log's events in order.
class SafetyOracles {
 public:
  /// `quorum_size`: acceptors in a quorum of either phase; requires >= 1.
  explicit SafetyOracles(int quorum_size) : SafetyOracles(quorum_size, quorum_size) {}
  /// Acceptors in a quorum of promises, and in one of votes; requires both >= 1.
  SafetyOracles(int prepare_quorum, int accept_quorum);

  /// One of events.h, or of others, which say nothing to the oracles.
  template <typename Event>
  void Observe(const Event& event) {
    event_ = &event;
    describe_ = [](const void* observed) { return ToString(*static_cast<const Event*>(observed)); };
    On(event);
    ++position_;
  }
  /// One of several kinds.
  template <typename... Events>
  void Observe(const std::variant<Events...>& event) {
    std::visit([this](const auto& e) { Observe(e); }, event);
  }

  /// At most one for each oracle, in the order of their events.
  const std::vector<Violation>& violations() const { return violations_.all(); }

 private:
  struct Acceptor {
    std::optional<Round> rnd;  // the highest round that it promised or voted in
    std::optional<Vote> vote;
    std::optional<Saved> disk;  // nothing: not observed
  };
  struct Proposer {
    std::optional<Round> begun;    // the highest one
    std::optional<Round> refused;  // the highest round that a refusal named, since its start
  };
  struct Detector {
    std::int64_t period = 0;  // how long the last one was to be, microseconds
    bool restored = false;    // someone, since then
  };
  struct RoundHistory {
    std::optional<ServerId> owner;
    bool prepared = false;
    std::optional<std::string> value;
    // Every vote reported in a promise, by acceptor: a repeated prepare gets a repeated promise.
    std::map<ServerId, std::vector<std::optional<Vote>>> promises;
    std::map<std::string, std::set<ServerId>> voters;  // by value
  };

  void On(const ClientProposed& event);
  void On(const ClientAnswered& event);
  void On(const PrepareSent& event);
  void On(const Promised& event);
  void On(const AcceptSent& event);
  void On(const Voted& event);
  void On(const CommitSent& event);
  void On(const Learned& event);
  void On(const Saved& event);
  void On(const Restored& event);
  void On(const PeriodBegan& event);
  void On(const Restarted& event);
  void On(const Refused& event);
  void On(const PhaseFailed& event);
  void On(const Loaded& event);
  template <typename Other>
  void On(const Other&) {}

  void CheckAgreement(const std::string& value, const std::string& how);
  void CheckValidity(const std::string& value);
  void CheckChosen(const std::string& value, std::optional<Round> rnd);
  void CheckOwner(ServerId replica, Round rnd);
  void CheckOneValue(Round rnd, const std::string& value);
  void CheckSaved(const Acceptor& acceptor, Round promised, const std::optional<Vote>& vote);
  void CheckPhaseTwoValue(const AcceptSent& event);
  bool PromisesAllow(const RoundHistory& history, const std::string& value) const;
  void Report(const std::string& oracle, const std::string& why);

  std::size_t prepare_quorum_;
  std::size_t accept_quorum_;
  std::size_t position_ = 0;
  const void* event_ = nullptr;  // the one being observed
  std::string (*describe_)(const void* event) = nullptr;
  std::set<std::string> proposed_;
  std::set<std::string> chosen_;
  std::optional<std::pair<std::string, std::string>> decided_;  // the first value, and how
  std::map<ServerId, Acceptor> acceptors_;
  std::map<ServerId, Proposer> proposers_;
  std::map<ServerId, std::string> learned_;
  std::map<ServerId, Detector> detectors_;
  std::map<Round, RoundHistory> rounds_;
  Violations violations_;
};

/// The violations in a whole log.
template <typename Event>
std::vector<Violation> CheckSafety(const std::vector<Event>& log, int quorum_size) {
  return Check(SafetyOracles(quorum_size), log);
}

}  // namespace oracles
