// The four systems as harnesses: as they should be, and with each of their bugs.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

#include "systematic/harness.h"

namespace case_studies {

struct Subject {
  systematic::HarnessInfo harness;  ///< named after its bug, if it has one
  /// Of so many schedules that find the rarest bug, the part that is enough for this one.
  unsigned part = 1;
  bool own_case = false;  ///< runs a test case that was made for its bug
};

/// One for each bug.
std::vector<Subject> WithBugs();
/// One for each system.
std::vector<Subject> WithoutBugs();

}  // namespace case_studies
