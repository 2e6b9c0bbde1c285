// Compares what a case of kind quorumcalltest expects with what became of its calls.
//
// Pure functions; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/quorum/call_case.h"
#include "oracles/mismatch.h"

namespace oracles {

struct QuorumCallOutcome {
  struct Call {
    std::vector<cases::ServerId> requests;    ///< whom it was sent to, in order
    std::optional<cases::QuorumCallEnd> end;  ///< nothing: it never ended
    /// What no call may do, each in words: "the quorum function ran twice at the same time".
    std::vector<std::string> misuses;
  };
  std::vector<Call> calls;  ///< as many as the case has
};
/// Every oracle value of the case is compared; none means that all agreed.
std::vector<Mismatch> Compare(const cases::QuorumCallCase& expected,
                              const QuorumCallOutcome& observed);

}  // namespace oracles
