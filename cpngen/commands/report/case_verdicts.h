// The verdicts of test cases, found by the suite file that a page shows.
//
// A suite file and a file of the results are the same when the path of one ends in that of the
// other, since the adapter may have been called in another folder.
// Thread safety: immutable.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpngen/commands/report/results_file.h"

namespace cpngen {

/// By the suite's name and the case's id; the worst of several executions.
using VerdictsOfFile = std::map<std::pair<std::string, std::string>, trace::Outcome>;

class CaseVerdicts {
 public:
  explicit CaseVerdicts(const std::vector<ResultsFile>& results);

  bool empty() const { return files_.empty(); }
  /// No verdicts when the file was not executed, or when several files may be meant.
  const VerdictsOfFile& Of(const std::string& suite_file) const;

 private:
  struct File {
    std::vector<std::string> path;  ///< its parts, the last one first
    VerdictsOfFile verdicts;
  };
  std::vector<File> files_;
  VerdictsOfFile none_;
};

}  // namespace cpngen
