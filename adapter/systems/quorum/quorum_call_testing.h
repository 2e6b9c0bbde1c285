// Quorum call cases that tests of all ways of running them share.
#pragma once

#include "adapter/systems/quorum/call_case.h"

namespace adapter::testing {

using CallEvent = cases::QuorumCallEvent::Type;

inline const cases::Configuration kThree = {
    .system_size = 3, .quorum_size = 2, .server_ids = {8080, 8081, 8082}};

/// Two of three replies are a quorum.
inline const cases::QuorumCallCase kQuorum = {
    .skipped = {},
    .events = {{CallEvent::kReply, 8080}, {CallEvent::kReply, 8081}, {CallEvent::kReply, 8082}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 2, .quorum = true, .replies = 2}}};

/// The second reply of a server does not count.
inline const cases::QuorumCallCase kDuplicate = {
    .skipped = {},
    .events = {{CallEvent::kReply, 8082}, {CallEvent::kReply, 8082}, {CallEvent::kReply, 8080}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 3, .quorum = true, .replies = 2}}};

/// Two of three servers fail.
inline const cases::QuorumCallCase kNoQuorumPossible = {
    .skipped = {},
    .events = {{CallEvent::kError, 8082}, {CallEvent::kReply, 8081}, {CallEvent::kError, 8080}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 3, .quorum = false, .replies = 1}}};

/// Too few servers are asked for a quorum.
inline const cases::QuorumCallCase kTooManySkipped = {
    .skipped = {8080, 8081},
    .events = {{CallEvent::kReply, 8082}},
    .requests = {8082},
    .ends = {{.after = 0, .quorum = false, .replies = 0}}};

/// The last result of a call comes while the next call is under way.
inline const cases::QuorumCallCase kLateResult = {
    .skipped = {},
    .events = {{CallEvent::kReply, 8080},
               {CallEvent::kReply, 8081},
               {CallEvent::kNextCall},
               {CallEvent::kReply, 8080},
               {CallEvent::kLateReply, 8082},
               {CallEvent::kError, 8081},
               {CallEvent::kError, 8082}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 2, .quorum = true, .replies = 2},
             {.after = 7, .quorum = false, .replies = 1}}};

/// After the first call the nodes are closed.
inline const cases::QuorumCallCase kClosed = {
    .skipped = {},
    .events = {{CallEvent::kReply, 8081}, {CallEvent::kClose}, {CallEvent::kNextCall}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 2, .quorum = false, .replies = 1},
             {.after = 3, .quorum = false, .replies = 0}}};

/// A call that was given up before it began, one that is given up by two means, and closed nodes.
inline const cases::QuorumCallCase kGivenUpBeforeAndAgain = {
    .skipped = {},
    .events = {{CallEvent::kCancelled},
               {CallEvent::kNextCall},
               {CallEvent::kReply, 8081},
               {CallEvent::kDeadline},
               {CallEvent::kCancel},
               {CallEvent::kClose},
               {CallEvent::kClose}},
    .requests = {8080, 8081, 8082},
    .ends = {{.after = 1, .replies = 0, .cause = cases::QuorumCallEnd::Cause::kCancelled},
             {.after = 4, .replies = 1, .cause = cases::QuorumCallEnd::Cause::kDeadline}}};

/// Of two replies the first one, then the given event, and whatever must come of it.
inline cases::QuorumCallCase GivenUp(CallEvent type, cases::QuorumCallEnd::Cause cause) {
  return {.skipped = {8081},
          .events = {{CallEvent::kReply, 8082},
                     {type},
                     {CallEvent::kNextCall},
                     {CallEvent::kReply, 8080},
                     {CallEvent::kReply, 8082}},
          .requests = {8080, 8082},
          .ends = {{.after = 2, .quorum = false, .replies = 1, .cause = cause},
                   {.after = 5, .quorum = true, .replies = 2}}};
}

}  // namespace adapter::testing
