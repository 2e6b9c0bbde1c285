// A case of kind learnertest: Commits to one learner, in order. Plain values.
#pragma once

#include <vector>

#include "adapter/systems/paxos/cases/messages.h"

namespace cases {

/// A Commit to the learner, and what it must have learned after it.
struct LearnerStep {
  Commit commit;
  Commit learned;  ///< the value and the round of the Commit that it is from
  bool operator==(const LearnerStep&) const = default;
};
struct LearnerCase {
  std::vector<LearnerStep> steps;
  bool operator==(const LearnerCase&) const = default;
};

}  // namespace cases
