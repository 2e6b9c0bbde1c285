// Which test cases a call means: suite files are found, read, and filtered.
//
// Invariants:
//  1. suites are in the order of the arguments, those of a folder in the order of their paths;
//     cases in the order of the file; a file that is named twice is read once;
//  2. a wrong path, suite or filter is an error before anything runs.
// A Plan is immutable after its making, and may be read from any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapter/input_error.h"
#include "adapter/options.h"
#include "adapter/system_driver.h"
#include "suite/suite.h"

namespace adapter {

/// A suite, and the system that its cases are for.
struct LoadedSuite {
  suite::Suite suite;
  const SystemDriver* driver = nullptr;
  const CaseForm* form = nullptr;  ///< the kind of all its cases; of the driver
};

/// A case to run; both pointers are into the Plan.
struct SelectedCase {
  const LoadedSuite* suite = nullptr;
  const suite::Case* test = nullptr;
};

struct Plan {
  std::vector<std::unique_ptr<LoadedSuite>> suites;
  std::vector<SelectedCase> cases;
};

/// What --filter searches: SUITE#ID.
std::string CaseName(const std::string& suite, const std::string& id);

/// Reads the selected suites; each is for the first of the drivers that has a kind with its
/// elements. Throws InputError or base::ParseError; a selection without any case is an
/// InputError, since a run that tests nothing must not look like one that passed.
Plan MakePlan(const Selection& selection, const SystemDrivers& drivers);

/// The shell command that runs just one case of `file` with `seed` again.
std::string RerunCommand(const std::string& file, const std::string& suite, const std::string& id,
                         std::uint64_t seed, const RunOptions& options);

}  // namespace adapter
