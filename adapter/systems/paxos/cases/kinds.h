// The kinds of cases of Paxos: the one list of them. A new kind is a file with its function, and
// its two lines here.
//
// Thread safety: free functions without state.
#pragma once

#include "adapter/systems/cases/kind.h"
#include "adapter/systems/paxos/cases/cases.h"

namespace cases {

Kind<SystemCase> SystemKind();
Kind<PrepareQfCase> PrepareQfKind();
Kind<AcceptQfCase> AcceptQfKind();
Kind<CommitQfCase> CommitQfKind();
Kind<AcceptorCase> AcceptorKind();
Kind<FailureDetectorCase> FailureDetectorKind();
Kind<LeaderChangeCase> LeaderChangeKind();
Kind<LearnerCase> LearnerKind();
Kind<StorageCase> StorageKind();
Kind<ConfigurationCase> ConfigurationKind();
Kind<WireCase> WireKind();
Kind<ReplicaCase> ReplicaKind();
Kind<ConnectionCase> ConnectionKind();

/// Calls `visit` with each kind, in the order in which a case's kind is looked for.
template <typename Visitor>
void VisitPaxosKinds(Visitor&& visit) {
  visit(SystemKind());
  visit(PrepareQfKind());
  visit(AcceptQfKind());
  visit(CommitQfKind());
  visit(AcceptorKind());
  visit(FailureDetectorKind());
  visit(LeaderChangeKind());
  visit(LearnerKind());
  visit(StorageKind());
  visit(ConfigurationKind());
  visit(WireKind());
  visit(ReplicaKind());
  visit(ConnectionKind());
}

}  // namespace cases
