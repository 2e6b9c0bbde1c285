// Which test cases a call means: suite files are found, read, and filtered.
//
// Invariants:
//  1. suites are in the order of the arguments, those of a folder in the order of their paths;
//  cases
//     in the order of the file; a file that is named twice is read once;
//  2. a wrong path, suite or filter is an error before anything runs.
// A Plan is immutable after its making, and may be read from any thread.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapter/options.h"
#include "adapter/systems/paxos/cases/suite.h"

namespace adapter {

/// A call that cannot be done, in one text for the user (base::ParseError for what is in a file).
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A case to run; both pointers are into the Plan.
struct SelectedCase {
  const cases::Suite* suite = nullptr;
  const cases::TestCase* test = nullptr;
};

struct Plan {
  std::vector<std::unique_ptr<cases::Suite>> suites;
  std::vector<SelectedCase> cases;
};

/// What --filter searches: SUITE#ID.
std::string CaseName(const std::string& suite, const std::string& id);

/// Replicas and clients take part, rather than one function or role alone.
bool IsSystemKind(cases::Kind kind);

/// Reads the selected suites. Throws InputError or base::ParseError; a selection without any case
/// is an InputError, since a run that tests nothing must not look like one that passed.
Plan MakePlan(const Selection& selection);

/// The shell command that runs just one case of `file` with `seed` again.
std::string RerunCommand(const std::string& file, const std::string& suite, const std::string& id,
                         std::uint64_t seed, const RunOptions& options);

}  // namespace adapter
