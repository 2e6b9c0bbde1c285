// Why no marking explains an event: looks, in the markings that explain what came before, for
// binding elements that would show the event, and for what they lack.
//
// Thread safety: as the automaton.
#pragma once

#include <span>

#include "conformance/automaton.h"
#include "conformance/misfit.h"

namespace conformance {

/// Requires that `history` led to the position, and that Advance() with the event is false. Looks
/// at markings between all silent steps, unless Limits::exact_markings do not suffice. Throws
/// LimitReached.
Misfit WhyNot(Automaton& automaton, Position& position, std::span<const EventId> history,
              EventId event);

}  // namespace conformance
