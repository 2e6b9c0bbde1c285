// The results of an exploration for people, for programs (JSON) and for CI systems (JUnit XML).
//
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "adapter/online/explore.h"
#include "adapter/options.h"
#include "adapter/verdict.h"

namespace adapter {

struct ExploreReport {
  const ExploreOptions& options;
  const online::Exploration& exploration;
  /// Of the failures, in their order, as the cases that were saved of them.
  const std::vector<CaseResult>& saved;
  online::Patience patience;
};

/// For each failure what happened in the shortest run, step by step, why no marking explains it,
/// and how to run it again; then a total line.
std::string TextExploration(const ExploreReport& report);

/// As JsonReport's object, with a case for each failure, and `exploration`; docs/online_testing.md
/// says what is in it.
std::string JsonExploration(const ExploreReport& report);

/// A test suite with a case for each failure, and one for the runs that passed, if there are any.
std::string JUnitExploration(const ExploreReport& report);

}  // namespace adapter
