// A case of kind connectiontest: who connects to a replica, one after the other, and whom it
// connects to.
//
// Invariants of a case that the reader returned: there are as many outcomes as visitors, and as
// many as hosts; there is a visitor or a host; no host shows kAnonymous. Plain values; distinct
// objects may be used from different threads. Source: docs/paxos_suites.md, "Kind connectiontest".
#pragma once

#include <vector>

#include "adapter/systems/grpc/identity.h"

namespace cases {

/// Who connects to the replica, and how far it gets with a Prepare.
struct Visitor {
  enum class Sends {
    kMessage,      ///< all of it
    kHalfMessage,  ///< half of the message of the call
    kHalfHeaders,  ///< half of the headers of the call
    kHalfHello,    ///< half of the first bytes of the connection
    kNoise,        ///< what is no HTTP/2
    kSilence,      ///< nothing at all
  };
  Identity shows = Identity::kPlain;
  Sends sends = Sends::kMessage;
  bool stays = false;  ///< it keeps its connection until the end of the case
  bool operator==(const Visitor&) const = default;
};

enum class VisitorOutcome { kAnswered, kUnanswered };
/// Does the replica talk to the host?
enum class HostOutcome { kTrusted, kRefused };

struct ConnectionCase {
  bool tls = false;  ///< the replica is protected
  std::vector<Visitor> visitors = {};
  std::vector<Identity> hosts = {};
  std::vector<VisitorOutcome> visitor_outcomes = {};
  std::vector<HostOutcome> host_outcomes = {};
  bool operator==(const ConnectionCase&) const = default;
};

/// The words of the format, in the order of their enumerations.
inline constexpr const char* kSendsWords[] = {"message",    "half_message", "half_headers",
                                              "half_hello", "noise",        "silence"};
inline constexpr const char* kVisitorOutcomeWords[] = {"answered", "unanswered"};
inline constexpr const char* kHostOutcomeWords[] = {"trusted", "refused"};

}  // namespace cases
