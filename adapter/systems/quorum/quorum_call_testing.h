// Quorum call cases that tests of all ways of running them share.
#pragma once

#include "adapter/systems/quorum/call_case.h"

namespace adapter::testing {

using CallEvent = cases::QuorumCallEvent::Type;

inline const cases::Configuration kThree = {3, 2, {8080, 8081, 8082}, 0, 0};

inline const cases::QuorumCallCase kQuorum = {
    {},
    {{CallEvent::kReply, 8080}, {CallEvent::kReply, 8081}, {CallEvent::kReply, 8082}},
    {8080, 8081, 8082},
    {{2, true, 2}}};

inline const cases::QuorumCallCase kDuplicate = {
    {},
    {{CallEvent::kReply, 8082}, {CallEvent::kReply, 8082}, {CallEvent::kReply, 8080}},
    {8080, 8081, 8082},
    {{3, true, 2}}};

inline const cases::QuorumCallCase kNoQuorumPossible = {
    {},
    {{CallEvent::kError, 8082}, {CallEvent::kReply, 8081}, {CallEvent::kError, 8080}},
    {8080, 8081, 8082},
    {{3, false, 1}}};

inline const cases::QuorumCallCase kTooManySkipped = {
    {8080, 8081}, {{CallEvent::kReply, 8082}}, {8082}, {{0, false, 0}}};

inline const cases::QuorumCallCase kLateResult = {{},
                                                  {{CallEvent::kReply, 8080},
                                                   {CallEvent::kReply, 8081},
                                                   {CallEvent::kNextCall, 0},
                                                   {CallEvent::kReply, 8080},
                                                   {CallEvent::kLateReply, 8082},
                                                   {CallEvent::kError, 8081},
                                                   {CallEvent::kError, 8082}},
                                                  {8080, 8081, 8082},
                                                  {{2, true, 2}, {7, false, 1}}};

/// After the first call the nodes are closed.
inline const cases::QuorumCallCase kClosed = {
    {},
    {{CallEvent::kReply, 8081}, {CallEvent::kClose, 0}, {CallEvent::kNextCall, 0}},
    {8080, 8081, 8082},
    {{2, false, 1}, {3, false, 0}}};

/// Of two replies the first one, then the given event, and whatever must come of it.
inline cases::QuorumCallCase GivenUp(CallEvent type, cases::QuorumCallEnd::Cause cause) {
  return {{8081},
          {{CallEvent::kReply, 8082},
           {type, 0},
           {CallEvent::kNextCall, 0},
           {CallEvent::kReply, 8080},
           {CallEvent::kReply, 8082}},
          {8080, 8082},
          {{2, false, 1, cause}, {5, true, 2}}};
}

}  // namespace adapter::testing
