// What the headers of the replica and its roles promise, as a reference to compare a replica with:
// what it does about each thing that happens to it.
//
// What happens to a replica in a step, and what it does, are noted in their order; at the end of
// the step the reference goes through the first and says what the second should be. An instance is
// one life of a replica. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/paxos.pb.h"
#include "sut/paxos/systematic/contract/acceptor_contract.h"
#include "sut/paxos/systematic/contract/deeds.h"
#include "sut/paxos/systematic/contract/detector_contract.h"
#include "sut/paxos/systematic/contract/proposer_contract.h"

namespace paxos {

/// One thing that happens to a replica, in the order in which it takes note of it.
struct Happening {
  enum class Kind : std::uint8_t {
    kStart,
    kPrepare,     ///< rnd
    kAccept,      ///< rnd, value
    kCommit,      ///< rnd, value
    kPing,        ///< flag: the sender has learned
    kClient,      ///< value
    kWait,        ///< a client waits for the value
    kCallResult,  ///< number (of the call), node, result
    kPingResult,  ///< number (of the period), node, flag: answered; learned, rnd: vrnd, decided
    kTimeout,
  };
  Kind kind = Kind::kStart;
  bool flag = false;
  bool learned = false;
  ReplicaId node = 0;
  std::uint32_t number = 0;
  std::optional<Round> rnd = std::nullopt;
  std::string value = {};
  std::optional<RoundValue> decided = std::nullopt;
  CallResult result = {};
};

class ReplicaContract {
 public:
  /// A replica that starts with what was stored.
  ReplicaContract(const ReplicaConfig& config, StoredState stored);

  // The step that runs.
  void Happens(Happening happening) { happenings_.push_back(std::move(happening)); }
  void Does(Deed deed);
  /// The number of the call that the proposer begins now.
  std::uint32_t call() const { return calls_; }
  /// The failure detector's period.
  std::uint32_t period() const { return periods_; }
  /// Its storage failed: from now on it does nothing.
  bool halted() const { return halted_; }

  /// The step is over. What is wrong, as "should ..., but ..."; empty: nothing.
  const std::string& Compare();

  /// What it should say of itself; the first difference, or nothing.
  std::string CompareStatus(const StatusReply& status) const;

  const std::optional<RoundValue>& learned() const { return learned_; }
  bool failed() const { return proposer_.failed(); }

 private:
  void On(const Happening& happening);
  void OnStart();
  void OnCommit(const RoundValue& decided);
  void OnPing(bool sender_has_learned);
  void OnClient(const std::string& value);
  void OnWait();
  void OnPingResult(const Happening& happening);
  void OnTimeout();
  void BeginPeriod();
  void AnswerClient();

  const ReplicaConfig config_;
  AcceptorContract acceptor_;
  std::optional<RoundValue> learned_;
  DetectorContract detector_;
  ProposerContract proposer_;
  int parked_ = 0;  // clients that wait

  std::vector<Happening> happenings_;
  Deeds deeds_;
  std::uint32_t calls_ = 0;
  std::uint32_t periods_ = 0;
  bool halted_ = false;
  std::string complaint_;
};

}  // namespace paxos
