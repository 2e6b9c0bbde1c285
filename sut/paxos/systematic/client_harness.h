// A client's quorum call under one scheduler: the real call and ClientHandleQF, and replicas that
// answer in any order, with one value or with two, fail, or are late.
//
// The monitor `client call` has a reference of its own: the call ends once, as soon as its end is
// clear, with the end that the replies so far make.
#pragma once

#include "systematic/harness.h"

namespace paxos {

/// The harness by the name "client".
systematic::HarnessInfo ClientHarnessInfo();

}  // namespace paxos
