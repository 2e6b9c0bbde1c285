// Configuration cases: what replicas and clients are told at their start, given to the real start.
//
// A case starts
//  1. a server as paxos_server does it: from the text of its peer list and the names of its TLS
//     files, on a port of this machine;
//  2. where the list itself is wrong, a server that is given its peers without that list;
//  3. a client as paxos_client does it, and one that is given its replicas without the list;
//  4. where a TLS file is given, a server and a manager of the quorum library with those.
// What starts ends at once. Thread-safe: a free function without state.
#pragma once

#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/verdict.h"

namespace adapter {

Verdict RunCase(const cases::ConfigurationCase& test);

}  // namespace adapter
