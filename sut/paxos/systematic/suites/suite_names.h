// What suites call the servers of a harness, and what clients propose.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

namespace paxos {

/// Replica 0 is server 8080, as in other suites.
inline std::string ServerName(int replica) { return std::to_string(8080 + replica); }
/// Client 0 proposes M1.
inline std::string ValueName(int client) { return "M" + std::to_string(client + 1); }

}  // namespace paxos
