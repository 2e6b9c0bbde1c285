// A case of kind configurationtest: what a replica and a client are told at their start, and what
// is wrong with it.
//
// Invariants of a case that the reader returned: all numbers fit into 32 bits with a sign; no
// defect is there twice, and they are in the order of their enumeration. Plain values; distinct
// objects may be used from different threads. Source: docs/paxos_suites.md, "Kind
// configurationtest".
#pragma once

#include <string>
#include <vector>

#include "adapter/systems/grpc/tls_file.h"

namespace cases {

enum class ConfigurationDefect {
  kNoReplica,
  kMalformedPeer,
  kDoubleId,
  kDoubleAddress,
  kGap,    ///< the ids are not 0 to n - 1
  kOwnId,  ///< the replica is not in the list
  kPrepareQuorum,
  kAcceptQuorum,
  kCommitQuorum,
  kNoIntersection,
  kDelay,
  kDelta,
  kTimeout,
  kMalformedAddress,
  kAddressTaken,
  kLongAddress,
  kClientQuorum,
  // These only where a TLS file is given.
  kIncompleteTls,  ///< not all three are
  kNoCa,
  kNoIdentity,    ///< the certificate or its key is not given
  kHalfIdentity,  ///< one of them is given without the other
  kUnreadableCa,
  kUnreadableCertificate,
  kUnreadableKey,
  kMalformedCa,
  kMalformedCertificate,
  kMalformedKey,
  kExpiredCa,
  kExpiredCertificate,
  kEarlyCa,  ///< it is not valid yet
  kEarlyCertificate,
  kOtherKey,  ///< not the certificate's
};

/// Where the replica shall listen.
enum class ListenPlace {
  kFree,
  kTaken,    ///< where somebody else listens
  kListed,   ///< at its own address in the list, as nothing else is said
  kLongest,  ///< on a Unix socket whose name is as long as it can be
  kTooLong,  ///< and one byte longer
};

struct ConfigurationCase {
  std::vector<std::string> peers;  ///< the entries of the peer list, as a user writes them
  int own = 0;                     ///< the id of the replica that starts
  int prepare_quorum = 0;
  int accept_quorum = 0;
  int commit_quorum = 0;
  int client_quorum = 0;  ///< 0: a majority
  int delay = 0;          ///< these in milliseconds
  int delta = 0;
  int timeout = 0;
  ListenPlace place = ListenPlace::kFree;
  TlsFile ca = TlsFile::kNone;
  TlsFile certificate = TlsFile::kNone;
  TlsFile key = TlsFile::kNone;
  std::vector<ConfigurationDefect> defects;  ///< none: all start
  bool operator==(const ConfigurationCase&) const = default;
};

/// The words of the format, in the order of the enumerations.
inline constexpr const char* kPlaceWords[] = {"free", "taken", "listed", "longest", "too_long"};
inline constexpr const char* kDefectWords[] = {"no_replica",
                                               "malformed_peer",
                                               "double_id",
                                               "double_address",
                                               "gap",
                                               "own_id",
                                               "prepare_quorum",
                                               "accept_quorum",
                                               "commit_quorum",
                                               "no_intersection",
                                               "delay",
                                               "delta",
                                               "timeout",
                                               "malformed_address",
                                               "address_taken",
                                               "long_address",
                                               "client_quorum",
                                               "incomplete_tls",
                                               "no_ca",
                                               "no_identity",
                                               "half_identity",
                                               "unreadable_ca",
                                               "unreadable_certificate",
                                               "unreadable_key",
                                               "malformed_ca",
                                               "malformed_certificate",
                                               "malformed_key",
                                               "expired_ca",
                                               "expired_certificate",
                                               "early_ca",
                                               "early_certificate",
                                               "other_key"};

}  // namespace cases
