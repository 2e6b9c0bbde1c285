// A run of the net that explains what was seen: the binding elements that occur, silent ones too,
// and which of them shows which event.
//
// Among all runs that explain the events it is one with the fewest binding elements; among those,
// the first one found, which does not depend on what was asked before.
// Thread safety: as the automaton.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "conformance/automaton.h"

namespace conformance {

struct ExplainedStep {
  /// What occurs; none: only what was still to be seen of an earlier element is seen.
  std::optional<cpn::BindingElementId> element;
  /// The event that is seen, by its place in what was taken, from 0; none: the element is silent.
  std::optional<std::size_t> event;
};

/// Requires that the automaton has a node behind these events (kQuiescence may be among them).
/// Needs memory for each event. When Limits::exact_markings do not suffice, the run may have silent
/// elements that it does not need. Throws LimitReached.
std::vector<ExplainedStep> Explain(Automaton& automaton, std::span<const EventId> events);

/// By the configurations of the automaton, whose run need not be a shortest one when it reduces.
/// With `end`, the run goes on by silent elements to that marking, which must explain the events.
std::vector<ExplainedStep> ExplainWithin(Automaton& automaton, std::span<const EventId> events,
                                         const cpn::Marking* end = nullptr);

/// These events of an automaton as events of another one.
std::vector<EventId> EventsIn(Automaton& other, Automaton& automaton,
                              std::span<const EventId> events);

}  // namespace conformance
