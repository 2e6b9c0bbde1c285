// Why no marking explains an event: what is said to people.
//
// Plain values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/event.h"

namespace conformance {

/// A binding element that would give the event, and what keeps it from occurring.
struct NearMiss {
  std::string element;               ///< "Grant (c = 2)"
  std::vector<std::string> reasons;  ///< "needs 1`() on Free, which is empty", ...; never empty
};

struct Misfit {
  Event event;
  std::vector<NearMiss> nearest;  ///< the nearest first; none: no element could ever give it
  std::vector<Event> possible;    ///< what may come instead, in canonical order
};

/// A few lines: the event, what would give it and why that cannot occur, what may come instead.
std::string ToString(const Misfit& misfit);

}  // namespace conformance
