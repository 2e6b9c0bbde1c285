// Who listens at a TCP port, as /proc tells.
//
// Thread safety: free functions without state.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace adapter {

/// The processes that have a socket open which accepts TCP connections to 127.0.0.1 at that port;
/// empty when it cannot be told (they are another user's). When `likely` is one of them, it alone:
/// to look at one process is much cheaper than to look at all.
std::vector<pid_t> ListenersAt(std::uint16_t port, pid_t likely);

/// Is the process the other one, or its descendant, or of its process group?
bool IsOfFamily(pid_t process, pid_t of);

}  // namespace adapter
