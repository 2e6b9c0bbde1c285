// Runs selected cases on a number of worker threads and collects their results.
//
// Invariants:
//  1. one result for each case and repetition, in the order of the plan (all cases, then all cases
//     again), whatever the number of workers and whoever finishes first; with fail_fast the results
//     end with the first that is no pass, and after an interrupt with the last one that has begun;
//     of a shard those of its block of this order;
//  2. what a case throws becomes an inconclusive verdict of that case, and the others go on;
//  3. the trace of a case that does not pass is whole (run_trace.h);
//  4. all workers have ended when RunCases returns.
// `run` is called from several threads at the same time; `progress` from one at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "adapter/selection.h"
#include "adapter/verdict.h"
#include "command_line/shard.h"

namespace adapter {

/// Executes one case. `seed` decides every free choice in it.
using CaseRunner = std::function<Verdict(const SelectedCase& selected, std::uint64_t seed)>;
/// After a case: how many are done, of how many, and the case.
using Progress = std::function<void(std::size_t done, std::size_t all, const CaseResult& last)>;

struct RunPlan {
  int jobs = 1;    ///< worker threads, >= 1
  int repeat = 1;  ///< >= 1; repetition k (from 0) runs with seed + k
  std::uint64_t seed = 1;
  /// Ends with the first case that does not pass, in the order of the plan.
  bool fail_fast = false;
  /// Passing cases keep their traces, too: thousands of them can take much memory.
  bool keep_traces = false;
  /// While it is true, no further case begins, and the results end with the last one that has
  /// begun. May be null.
  const std::atomic<bool>* interrupt = nullptr;
  command_line::Shard shard = {};  ///< the part of all cases and repetitions that is run
};

/// `progress` may be empty.
std::vector<CaseResult> RunCases(const std::vector<SelectedCase>& cases, const RunPlan& plan,
                                 const CaseRunner& run, const Progress& progress);

/// The seed of a case's random choices: a function of --seed and the case's name, so that the case
/// makes the same choices whatever else is run.
std::uint64_t CaseSeed(std::uint64_t seed, const std::string& case_name);

}  // namespace adapter
