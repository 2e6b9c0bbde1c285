// Why no marking explains an event: what is said to people.
//
// Plain values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/event.h"
#include "conformance/explanation.h"
#include "conformance/vocabulary.h"

namespace conformance {

/// A binding element that would give the event, and what keeps it from occurring.
struct NearMiss {
  std::string element;               ///< "Grant (c = 2)"
  std::vector<std::string> reasons;  ///< clauses without subject, as "needs 1`() on Free, ..."
};

struct Misfit {
  Event event;
  std::size_t markings = 0;       ///< that explain what came before, right behind its last event
  std::vector<NearMiss> nearest;  ///< nearest first; none: nothing near would give the event
  /// Then: a name of the event that nothing has which was met.
  std::optional<UnknownName> unknown;
  std::vector<Event> possible;     ///< what may come instead, in canonical order
  std::vector<ExplainedStep> run;  ///< to the marking that `nearest` is about; reasons name its
                                   ///< steps, binding elements counted from 1
};

/// A few lines: the event, what would give it and why that cannot occur, what may come instead.
std::string ToString(const Misfit& misfit);

}  // namespace conformance
