// Compares the responses that a step of a case expects with what was observed, as a sequence or as
// a set.
//
// Invariant: a difference gives exactly one Mismatch; none means that all agreed.
// Pure functions; safe from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oracles/mismatch.h"
#include "oracles/observed_event.h"
#include "suite/suite.h"

namespace oracles {

/// The difference between two lists of texts; `what` names the oracle. A sequence is compared
/// element by element. As sets the order does not count, but how often a text is there does.
std::optional<Mismatch> CompareTexts(const std::string& what, std::vector<std::string> expected,
                                     std::vector<std::string> observed, suite::Order order);

/// The difference between the responses of a step and the events that were observed.
std::optional<Mismatch> CompareResponses(const std::string& what, const suite::Step& step,
                                         std::span<const ObservedEvent> observed);

}  // namespace oracles
