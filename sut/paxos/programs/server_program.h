// The program paxos_server as a function, so that a test can run the same program with
// instrumentation, or with a storage that fails: its flags, its start, its end on a signal.
//
// Invariants: those of ReplicaServer; everything that is wrong with the call is said on standard
// error before anything listens. To be called once, by main, before the first thread is started.
#pragma once

#include "sut/paxos/programs/server_start.h"

namespace paxos {

/// Runs the program and returns its exit code: 0 ended by SIGTERM or SIGINT, 1 its storage failed,
/// 2 wrong call, configuration or data folder.
int RunServerProgram(int argc, char** argv, const ServerHooks& hooks);

}  // namespace paxos
