#include "adapter/systems/paxos/cases/suite.h"

#include <cassert>

namespace cases {

const char* KindName(Kind kind) {
  switch (kind) {
    case Kind::kSystem:
      return "system";
    case Kind::kPrepareQf:
      return "qfprepare";
    case Kind::kAcceptQf:
      return "qfaccept";
    case Kind::kCommitQf:
      return "qfcommit";
    case Kind::kAcceptor:
      return "acceptortest";
    case Kind::kFailureDetector:
      return "timeouttest";
    case Kind::kLeaderChange:
      return "leaderchangetest";
    case Kind::kQuorumCall:
      return "quorumcalltest";
    case Kind::kLearner:
      return "learnertest";
    case Kind::kStorage:
      return "storagetest";
    case Kind::kConfiguration:
      return "configurationtest";
    case Kind::kWire:
      return "wiretest";
  }
  assert(false);
  return "";
}

bool MayOmitServers(Kind kind) {
  return kind == Kind::kAcceptor || kind == Kind::kFailureDetector || kind == Kind::kLeaderChange ||
         kind == Kind::kLearner || kind == Kind::kStorage || kind == Kind::kConfiguration ||
         kind == Kind::kWire;
}

const char* MethodName(Method method) {
  return method == Method::kSimulation ? "simulation" : "state-space";
}

}  // namespace cases
