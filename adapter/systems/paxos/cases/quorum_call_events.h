// The words for the events and the outcomes of a quorum call. Internal to suite/.
//
// Thread safety: constants.
#pragma once

namespace cases {

/// By QuorumCallEvent::Type.
inline constexpr const char* kQuorumCallEvents[] = {"Reply",     "Error",  "NextCall", "LateReply",
                                                    "LateError", "Cancel", "Deadline", "Close"};

/// By QuorumCallEnd::Cause.
inline constexpr const char* kQuorumCallCauses[] = {"incomplete", "deadline", "cancelled"};

}  // namespace cases
