// The results of a run for people, for programs (JSON) and for CI systems (JUnit XML).
//
// Pure functions of the results: the same results give the same text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/options.h"
#include "adapter/part.h"
#include "adapter/selection.h"
#include "adapter/verdict.h"

namespace adapter {

/// A line for each suite file; below it each case that did not pass: a line with expected, observed
/// and the command that runs it again, then what happened, step by step, as far as it fits; a total
/// line with the seed. options.verbose: passing cases as well, and all of what happened.
std::string TextReport(const std::vector<CaseResult>& results, const RunOptions& options,
                       const std::optional<Part>& part = std::nullopt);

/// {passed, failed, inconclusive, seed, transport, cases: [{suite, id, verdict, ms, detail, file,
/// seed, mismatches, events, expected}]}; docs/results.md says what is in them. Of a part also
/// shard and call.
std::string JsonReport(const std::vector<CaseResult>& results, const RunOptions& options,
                       const std::optional<Part>& part = std::nullopt);

/// JUnit XML as Jenkins and GitLab read it: a testsuite for each suite file; a failed case has a
/// failure, an inconclusive one an error, both with how to run it again and what happened, step by
/// step. Of a part the root has properties, too: shard, and those of the call.
std::string JUnitReport(const std::vector<CaseResult>& results, const RunOptions& options,
                        const std::optional<Part>& part = std::nullopt);

/// The selected cases, one line each: file:line, kind and name.
std::string TextList(const Plan& plan);
/// [{suite, id, kind, file, line}].
std::string JsonList(const Plan& plan);

/// The results of one suite file, all repetitions together, in order.
struct FileResults {
  std::string file;
  std::string suite;
  std::vector<const CaseResult*> results;
};
/// In the order of first appearance.
std::vector<FileResults> GroupByFile(const std::vector<CaseResult>& results);

}  // namespace adapter
