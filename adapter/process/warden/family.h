// The processes that come from one that the warden started: it, its process group, its descendants,
// and those that have left both (a second fork, setsid) but still carry its mark.
//
// Thread safety: a free function without state, for the warden's thread.
#pragma once

#include <sys/types.h>

#include <string>

namespace adapter {

struct Family {
  pid_t leader = 0;        ///< what the warden started
  bool is_reaped = false;  ///< it has ended, and its number may be another's by now
  std::string mark;        ///< value of kProcessVariable
};

/// Sends the signal to every member below `warden`, also to those that are born meanwhile; SIGSTOP
/// until all members stand still, or one of them did not within a second. What has left the group,
/// has no ancestor in the family any more and has another environment is not found.
void SignalFamily(pid_t warden, const Family& family, int signal);

}  // namespace adapter
