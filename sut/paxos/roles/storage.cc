#include "sut/paxos/roles/storage.h"

namespace paxos {

bool Allows(const StoredState& state, const Record& record) {
  if (record.rnd < 0) return false;
  switch (record.kind) {
    case Record::Kind::kPromise:
      return !state.promised || record.rnd > *state.promised;
    case Record::Kind::kVote:
      return !state.promised || record.rnd >= *state.promised;
    case Record::Kind::kRound:
      return !state.round || record.rnd > *state.round;
    case Record::Kind::kDecision:
      return !state.decision;
  }
  return false;
}

void Apply(const Record& record, StoredState& state) {
  switch (record.kind) {
    case Record::Kind::kPromise:
      state.promised = record.rnd;
      return;
    case Record::Kind::kVote:
      state.promised = record.rnd;
      state.vote = {record.rnd, record.value};
      return;
    case Record::Kind::kRound:
      state.round = record.rnd;
      return;
    case Record::Kind::kDecision:
      state.decision = {record.rnd, record.value};
      return;
  }
}

}  // namespace paxos
