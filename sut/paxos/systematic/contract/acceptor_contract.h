// What acceptor.h promises, as a reference to compare with: what an acceptor does with each
// request.
//
// It promises a round above all that it promised or voted in, and votes in one that is not below;
// it saves before it answers; a promise brings its last vote. Not thread-safe.
#pragma once

#include <optional>
#include <string>

#include "sut/paxos/roles/storage.h"
#include "sut/paxos/systematic/contract/deeds.h"

namespace paxos {

class AcceptorContract {
 public:
  explicit AcceptorContract(const StoredState& stored)
      : promised_(stored.promised), vote_(stored.vote) {}

  void OnPrepare(Round rnd, Deeds& deeds);
  void OnAccept(Round rnd, const std::string& value, Deeds& deeds);

  const std::optional<Round>& promised() const { return promised_; }
  const std::optional<RoundValue>& vote() const { return vote_; }
  std::optional<Round> vrnd() const {
    return vote_ ? std::optional<Round>(vote_->rnd) : std::nullopt;
  }
  std::optional<std::string> vval() const {
    return vote_ ? std::optional<std::string>(vote_->value) : std::nullopt;
  }

 private:
  void Refuse(Point point, Method method, Round rnd, Deeds& deeds) const;
  void ReportState(Deeds& deeds) const;

  std::optional<Round> promised_;
  std::optional<RoundValue> vote_;
};

}  // namespace paxos
