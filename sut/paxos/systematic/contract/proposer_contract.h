// What proposer.h promises, as a reference to compare with: which phases it begins when, with which
// rounds and values.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/roles/storage.h"
#include "sut/paxos/systematic/contract/call_contract.h"
#include "sut/paxos/systematic/contract/deeds.h"

namespace paxos {

class ProposerContract {
 public:
  /// Of replica `config.id`, which continues from what was stored.
  ProposerContract(const ReplicaConfig& config, const StoredState& stored);

  void OnLeader(bool elected, Deeds& deeds);
  void OnClientRequest(const std::string& value, Deeds& deeds);
  void OnUnlearned();
  void OnVote(Round vrnd);
  void OnLearned(const RoundValue& decided, Deeds& deeds);
  /// What came of a call to one replica: `call` counts the calls that the proposer began, from 1.
  void OnResult(std::uint32_t call, ReplicaId replica, const CallResult& result, Deeds& deeds);

  bool failed() const { return phase_ == Phase::kFailed; }
  const std::optional<Round>& crnd() const { return crnd_; }

 private:
  enum class Phase { kIdle, kOne, kTwo, kThree, kCommitted, kFailed };

  void Advance(Deeds& deeds);
  void BeginRound(std::optional<std::string> own, Deeds& deeds);
  void BeginCall(Point point, Method method, const RoundValue& what, Deeds& deeds);
  void Commit(Deeds& deeds);
  void EndPhaseOne(Deeds& deeds);
  void EndPhaseTwo(Deeds& deeds);
  bool Goes(const Event& quorum, Deeds& deeds);
  Round NextRound() const;

  const ReplicaConfig config_;
  Phase phase_ = Phase::kIdle;
  bool leads_ = false;
  std::optional<Round> crnd_;
  std::optional<Round> refused_;
  std::optional<Round> voted_;
  std::optional<Round> settled_;
  std::optional<RoundValue> decided_;
  std::vector<std::string> pending_;
  std::optional<std::string> own_;
  std::string value_;  // of phase two
  std::uint32_t calls_ = 0;
  CallContract call_;
};

}  // namespace paxos
