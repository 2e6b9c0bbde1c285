// What many executions came to.
//
// Values, thread-safe as such.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "systematic/execution.h"
#include "systematic/schedule.h"
#include "systematic/scheduler.h"
#include "systematic/self_check.h"

namespace systematic {

/// What was counted; sums over executions.
struct Totals {
  std::uint64_t executions = 0;
  std::uint64_t choices = 0;
  std::uint64_t steps = 0;
  std::uint64_t quiescent = 0;
  std::uint64_t cut_off = 0;  ///< at their bound: no pass
  std::uint64_t stopped = 0;  ///< by the strategy
  std::uint64_t violations = 0;
  std::uint64_t checked = 0;                           ///< run twice and compared
  std::uint64_t longest = 0;                           ///< most choices of one execution
  std::map<std::string, std::uint64_t> violations_of;  ///< by monitor

  void Count(const Outcome& outcome);
  void Add(const Totals& other);
};

/// An execution that failed.
struct Failure {
  std::uint64_t iteration = 0;
  std::string strategy;
  Violation violation;
  Schedule schedule;
};

struct RunResult {
  Totals totals;
  std::optional<Failure> failure;  ///< the first iteration that failed
  /// The first iteration that did not go the same way again; it ends the call.
  std::optional<Nondeterminism> nondeterminism;
  bool exhausted = false;    ///< the strategy had nothing left to try
  bool interrupted = false;  ///< RunOptions::stop said so
  std::uint64_t length = 0;  ///< the k that strategies were given
};

}  // namespace systematic
