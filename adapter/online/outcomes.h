// What a system may answer where a run stands: sequences of responses that the model allows.
//
// Thread safety: as the model (one worker).
#pragma once

#include <cstddef>
#include <vector>

#include "conformance/event.h"
#include "conformance/tracker.h"

namespace adapter::online {

using Events = std::vector<conformance::Event>;

struct RightOutcome {
  Events responses;
  conformance::Tracker after;
};

/// What is looked for.
struct OutcomeSearch {
  /// Those of at least so many responses are outcomes also where more must come. Without it only
  /// those after which the system may rest are.
  bool with_unfinished = false;
  std::size_t least = 0;
  /// Those that differ only in the order of their responses are one; they are sorted then.
  bool is_set = false;
};

/// The outcomes behind what `before` has taken, the shortest first: distinct, at least one. Of very
/// many only the first are returned.
std::vector<RightOutcome> RightOutcomes(const conformance::Tracker& before,
                                        const OutcomeSearch& search);

bool SameEvents(const Events& a, const Events& b);
/// Sorted, if the order means nothing.
Events Written(const Events& responses, bool is_set);

}  // namespace adapter::online
