// Coverage of the system under test by groups of test cases, from gcov's counters in this process.
//
// Works in a build of preset `coverage` only. Counters are reset before a group and dumped after
// it, to files of its own below a temporary folder: neither earlier runs nor other programs of the
// same build are in the numbers. gcov reads them, gcovr makes pages of them. Left out are the
// generated protobuf code, the edges of calls that may throw (gcov.h), and what sources mark as no
// part of the system under test (excluded_lines.h). The build does not contain assertions.
// Not thread-safe: the counters are the process's. One object at a time.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapter/coverage/coverage_table.h"

namespace adapter {

/// Why there is no coverage, in one text for the user.
class CoverageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Is this a build that counts?
bool CoverageIsBuiltIn();

class CoverageCollector {
 public:
  /// Results go to `folder`, which is made; only sources that one of the rules takes count. Throws
  /// CoverageError, also when this build cannot count.
  CoverageCollector(const std::string& folder, std::vector<CoverageRule> rules);
  ~CoverageCollector();
  CoverageCollector(const CoverageCollector&) = delete;
  CoverageCollector& operator=(const CoverageCollector&) = delete;

  /// From here on it counts for the next group.
  void Begin();
  /// The group of this name ends: its coverage. Throws CoverageError when gcov fails.
  FileCoverage End(const std::string& group);

  /// Writes gcovr's pages for all groups together to index.html, and `json` to coverage.json.
  void WritePages(const std::string& json);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace adapter
