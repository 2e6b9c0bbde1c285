// What a suite says of its system, in the published form: how many servers, which, and how many of
// them make a quorum.
//
// Plain values and free functions; safe from any thread. Source: docs/paxos_suites.md,
// "Configuration".
#pragma once

#include <cstdint>
#include <vector>

#include "adapter/case_form.h"
#include "adapter/systems/cases/grammar.h"
#include "suite/suite.h"

namespace cases {

/// Names a server; server i of the system is the i-th id. A name, never a port.
using ServerId = std::int64_t;

/// Invariants: the ids are distinct and as many as system_size, or none where cases name their own
/// servers; 1 <= quorum_size <= system_size, and so are the phases' quorums, where there are some.
struct Configuration {
  int system_size = 0;
  int quorum_size = 0;
  std::vector<ServerId> server_ids;
  int failure_phase_one = 0;  ///< at most this many leaders fail after their phase-one quorum
  int failure_phase_two = 0;
  int prepare_quorum = 0, accept_quorum = 0, commit_quorum = 0;  ///< 0: quorum_size
  bool operator==(const Configuration&) const = default;
};

/// What the suite says, whose cases have that form. Throws base::ParseError.
Configuration ReadConfiguration(const suite::Suite& suite, const adapter::CaseForm& form);

/// What the element `Configuration` looks like.
Particle ConfigurationGrammar();
/// The element `Configuration`.
xml::Element ToElement(const Configuration& configuration);

/// The distinct ids in a list of `ID` elements, as many as the system has servers. Throws
/// base::ParseError.
std::vector<ServerId> ReadServerIds(const xml::Checked& list, int system_size);

}  // namespace cases
