// What a test case ended with, and what a whole run ended with.
//
// Invariants:
//  1. every case that was selected has exactly one result, in the order of selection, whatever the
//     number of workers;
//  2. kPass: every oracle was compared and agreed. kFail: some oracle objected. kInconclusive: the
//     case could not finish in its time, and `detail` says what it was waiting for; never a pass.
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracles/mismatch.h"
#include "oracles/violations.h"
#include "trace/trace.h"

namespace adapter {

enum class Outcome { kPass, kFail, kInconclusive };

/// "pass", "fail", "inconclusive".
const char* OutcomeName(Outcome outcome);

/// What a process of the system under test wrote during a case.
struct ProcessLog {
  std::string process;
  std::string text;
  bool operator==(const ProcessLog&) const = default;
};

struct Verdict {
  Outcome outcome = Outcome::kPass;
  std::string detail = {};                         ///< one line; empty for a pass
  std::vector<oracles::Mismatch> mismatches = {};  ///< those that `detail` is about
  /// What was fed in, observed and made to fail, with times, and what of the case's expectations
  /// came. A system fills in the steps and expectations that it knows of; run_trace.h adds the
  /// others and the header.
  trace::Trace trace = {};
  bool conforms = false;  ///< a model was asked (--conform), and explains the whole trace
  /// Of processes that wrote something, where a system keeps it and the run wants it.
  std::vector<ProcessLog> logs = {};
};

/// A pass, or a failure whose detail lists all mismatches: "leaders: expected 1, 2, observed 1".
Verdict Judge(std::vector<oracles::Mismatch> mismatches);

/// Why a run did not finish.
struct Unfinished {
  std::string what;    ///< it was waiting for; empty: it finished
  bool stuck = false;  ///< it would not have finished, however long it had waited: a failure
};

/// The verdict of a run of a whole system. Violated safety comes first and is a failure always,
/// also of a run that did not finish; then the mismatches mean nothing. `trace` is what was
/// observed.
Verdict Judge(std::vector<oracles::Mismatch> mismatches,
              const std::vector<oracles::Violation>& violations, const Unfinished& unfinished,
              trace::Trace trace);

/// One execution of one test case.
struct CaseResult {
  std::string suite;       ///< name of the suite
  std::string file;        ///< that the suite was read from
  std::string id;          ///< of the case
  int line = 0;            ///< of the case in the file
  std::uint64_t seed = 0;  ///< `--seed` that repeats exactly this execution
  double milliseconds = 0;
  Verdict verdict;
};

/// Counts of a run.
struct Totals {
  int passed = 0;
  int failed = 0;
  int inconclusive = 0;
  int all() const { return passed + failed + inconclusive; }
};
Totals Count(const std::vector<CaseResult>& results);

/// Exit code of a run: 0 all passed; 1 some case failed; 3 none failed, some inconclusive.
int ExitCode(const Totals& totals);

}  // namespace adapter
