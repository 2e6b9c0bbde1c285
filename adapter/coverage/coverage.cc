#include "adapter/coverage/coverage.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "adapter/coverage/excluded_lines.h"
#include "adapter/coverage/gcov.h"
#include "adapter/process/process.h"
#include "base/atomic_file.h"
#include "base/read_file.h"

#ifdef CPNGEN_COVERAGE
extern "C" void __gcov_reset();
extern "C" void __gcov_dump();
#endif

namespace adapter {
namespace {

namespace fs = std::filesystem;

#ifdef CPNGEN_COVERAGE

void ResetCounters() { __gcov_reset(); }

// gcov puts the files of the objects below GCOV_PREFIX, each at its absolute path.
void DumpCounters(const fs::path& folder) {
  ::setenv("GCOV_PREFIX", folder.c_str(), 1);
  __gcov_dump();
  ::unsetenv("GCOV_PREFIX");
}

#else

void ResetCounters() {}
void DumpCounters(const fs::path&) {}

#endif

// The files of counters, each beside a link to its notes (.gcno, which the compiler wrote), as gcov
// wants it. Those of all objects: an inline function of the system under test is counted in the
// object whose copy of it the linker took, which may be the adapter's.
std::vector<std::string> CountersWithNotes(const fs::path& folder) {
  std::vector<fs::path> counters;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".gcda") counters.push_back(entry.path());
  }
  std::vector<std::string> found;
  for (const fs::path& path : counters) {
    fs::path notes = "/" / fs::relative(path, folder);
    notes.replace_extension(".gcno");
    if (!fs::exists(notes)) continue;
    fs::create_symlink(notes, fs::path(path).replace_extension(".gcno"));
    found.push_back(path.string());
  }
  return found;
}

// A program without counters never needs it, and does not show where it was built.
#ifdef CPNGEN_COVERAGE
constexpr const char* kSourceFolder = CPNGEN_SOURCE_DIR;
#else
constexpr const char* kSourceFolder = "";
#endif

// Returns what a tool of scripts/install-deps printed.
std::string Run(const std::vector<std::string>& command) {
  const ProcessResult result = RunProcess(command);
  const std::string& tool = command.front();
  if (result.exit_code == 127) {
    throw CoverageError(fmt::format("{} cannot be started ({}): scripts/install-deps installs it",
                                    tool, result.output));
  }
  if (result.exit_code != 0) {
    throw CoverageError(
        fmt::format("{} ended with code {}:\n{}", tool, result.exit_code, result.output));
  }
  return result.output;
}

std::string Gcov(const std::vector<std::string>& counters) {
  std::vector<std::string> command = {"gcov",       "--json-format",   "--branch-probabilities",
                                      "--stdout",   "--relative-only", "--source-prefix",
                                      kSourceFolder};
  command.insert(command.end(), counters.begin(), counters.end());
  return Run(command);
}

}  // namespace

bool CoverageIsBuiltIn() {
#ifdef CPNGEN_COVERAGE
  return true;
#else
  return false;
#endif
}

struct CoverageCollector::State {
  ~State() {
    std::error_code ignored;
    fs::remove_all(work, ignored);
  }

  std::vector<CoverageRule> rules;
  fs::path folder;
  fs::path work;  // removed at the end
  std::vector<fs::path> traces;
};

CoverageCollector::CoverageCollector(const std::string& folder, std::vector<CoverageRule> rules) {
  if (!CoverageIsBuiltIn()) {
    throw CoverageError(
        "--coverage needs counters, and this adapter was built without them: build preset "
        "`coverage` (cmake --preset coverage && cmake --build --preset coverage) and run "
        "build/coverage/bin/adapter");
  }
  try {
    fs::create_directories(folder);
    state_ = std::make_unique<State>();
    state_->rules = std::move(rules);
    state_->folder = fs::absolute(folder);
    state_->work = state_->folder / ".counters";
    fs::remove_all(state_->work);
    fs::create_directory(state_->work);
  } catch (const fs::filesystem_error& error) {
    throw CoverageError(fmt::format("--coverage {}: {}", folder, error.code().message()));
  }
}

CoverageCollector::~CoverageCollector() = default;

void CoverageCollector::Begin() { ResetCounters(); }

FileCoverage CoverageCollector::End(const std::string& group) {
  const fs::path counters = state_->work / group;
  DumpCounters(counters);
  if (!fs::exists(counters)) throw CoverageError("gcov wrote no counters");
  try {
    FileCoverage files = ParseGcov(Gcov(CountersWithNotes(counters)), kSourceFolder);
    std::erase_if(files, [&](const auto& file) {
      return RuleOf(file.first, state_->rules) == state_->rules.size();
    });
    LeaveOutExcluded(files, [](const std::string& path) -> std::optional<std::string> {
      base::FileContents source = base::ReadFile((fs::path(kSourceFolder) / path).string());
      if (!source.problem.empty()) return std::nullopt;
      return std::move(source.bytes);
    });
    const fs::path trace = state_->work / (group + ".json");
    base::WriteFileAtomically(trace.string(), GcovrTrace(files));
    state_->traces.push_back(trace);
    return files;
  } catch (const CoverageError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw CoverageError(error.what());
  }
}

void CoverageCollector::WritePages(const std::string& json) {
  std::vector<std::string> command = {"gcovr", "--root", kSourceFolder, "--html-details",
                                      (state_->folder / "index.html").string()};
  for (const fs::path& trace : state_->traces) {
    command.insert(command.end(), {"--add-tracefile", trace.string()});
  }
  Run(command);
  base::WriteFileAtomically((state_->folder / "coverage.json").string(), json);
}

}  // namespace adapter
