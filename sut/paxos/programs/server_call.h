// What a server is told at its start, and how its call says it.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quorum/tls.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

struct ServerSettings {
  ReplicaId id = 0;
  std::string peers;     ///< all replicas, as ParsePeers reads them
  std::string listen;    ///< empty: at the replica's own address among them
  std::string data_dir;  ///< empty: in memory only
  int delay_ms = 100;
  int delta_ms = 50;
  int timeout_ms = 2000;
  int grace_ms = 1000;         ///< at the end, for clients that wait
  std::optional<int> prepare;  ///< nothing: a majority
  std::optional<int> accept;
  std::optional<int> commit;
  quorum::TlsFiles tls;
};

/// Reads the words of a call (without the program's name). When it ends there, returns the exit
/// code: 0 after help or the version, 2 after an error, which is said on standard error.
std::optional<int> ReadServerCall(const std::vector<std::string>& words, ServerSettings& settings);

}  // namespace paxos
