// The elements of the events of a quorum call. Internal to suite/.
//
// Thread safety: a constant.
#pragma once

namespace suite {

/// By QuorumCallEvent::Type.
inline constexpr const char* kQuorumCallEvents[] = {"Reply", "Error", "NextCall", "LateReply",
                                                    "LateError"};

}  // namespace suite
