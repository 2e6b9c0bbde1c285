// A case of kind quorumcalltest: one quorum call, or two in a row. Plain values.
// Source: docs/paxos_suites.md, "Kind quorumcalltest".
#pragma once

#include <cstdint>
#include <vector>

#include "adapter/systems/cases/configuration.h"

namespace cases {

/// What happens in a quorum call: a result of `server`, or (without one) the next call begins.
struct QuorumCallEvent {
  enum class Type {
    kReply,
    kError,
    kNextCall,
    kLateReply,  ///< to the call before
    kLateError,  ///< of the call before
    kCancel,     ///< the caller gives the call up
    kDeadline,   ///< its deadline passes
    kClose,      ///< the caller closes its nodes, for good
    kCancelled,  ///< the call is one that was given up before it begins
  };
  Type type = Type::kReply;
  ServerId server = 0;
  bool operator==(const QuorumCallEvent&) const = default;
};
/// How a quorum call ends.
struct QuorumCallEnd {
  enum class Cause { kIncomplete, kDeadline, kCancelled };
  std::int64_t after = 0;            ///< this many of the case's events; 0: at once
  bool quorum = false;               ///< otherwise it ends for its cause
  std::int64_t replies = 0;          ///< how many count
  Cause cause = Cause::kIncomplete;  ///< meaningful without a quorum only
  bool operator==(const QuorumCallEnd&) const = default;
};
/// A quorum call of all servers with a quorum function that wants quorum_size replies. When
/// kNextCall is among the events, a second such call follows. Each may be given up, by a kCancel,
/// kDeadline or kClose, also more than once. A kCancelled is the first event of its call.
struct QuorumCallCase {
  std::vector<ServerId> skipped;  ///< have no argument, in either call
  std::vector<QuorumCallEvent> events;
  std::vector<ServerId> requests;   ///< the servers that each call is sent to
  std::vector<QuorumCallEnd> ends;  ///< one for each call
  bool operator==(const QuorumCallCase&) const = default;
};

}  // namespace cases
