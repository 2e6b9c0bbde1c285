#include "adapter/coverage.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "adapter/process.h"
#include "suite/atomic_file.h"

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

// gcov wants the notes (.gcno, which the compiler wrote) beside the counters (.gcda). Those of all
// objects: an inline function of the system under test is counted in the object whose copy of it
// the linker took, which may be the adapter's.
void LinkNotes(const fs::path& folder) {
  std::vector<fs::path> counters;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".gcda") counters.push_back(entry.path());
  }
  for (const fs::path& path : counters) {
    fs::path notes = "/" / fs::relative(path, folder);
    notes.replace_extension(".gcno");
    if (fs::exists(notes)) fs::create_symlink(notes, fs::path(path).replace_extension(".gcno"));
  }
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> Gcovr(std::vector<std::string> arguments) {
  std::vector<std::string> command = {"gcovr", "--root", CPNGEN_SOURCE_DIR,
                                      "--exclude-throw-branches"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

void RunGcovr(const std::vector<std::string>& command) {
  const ProcessResult result = RunProcess(command);
  if (result.exit_code == 127) {
    throw CoverageError(fmt::format(
        "gcovr cannot be started ({}): scripts/install-deps installs it", result.output));
  }
  if (result.exit_code != 0) {
    throw CoverageError(
        fmt::format("gcovr ended with code {}:\n{}", result.exit_code, result.output));
  }
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

  fs::path folder;
  fs::path work;  // removed at the end
  std::vector<fs::path> traces;
};

CoverageCollector::CoverageCollector(const std::string& folder) {
  if (!CoverageIsBuiltIn()) {
    throw CoverageError(
        "--coverage needs counters, and this adapter was built without them: build preset "
        "`coverage` (cmake --preset coverage && cmake --build --preset coverage) and run "
        "build/coverage/bin/adapter");
  }
  try {
    fs::create_directories(folder);
    state_ = std::make_unique<State>();
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
  const fs::path trace = state_->work / (group + ".json");
  DumpCounters(counters);
  if (!fs::exists(counters)) throw CoverageError("gcov wrote no counters");
  LinkNotes(counters);
  const std::string source = CPNGEN_SOURCE_DIR;
  RunGcovr(Gcovr({"--filter", source + "/quorum/", "--filter", source + "/sut/paxos/", "--json",
                  trace.string(), counters.string()}));
  state_->traces.push_back(trace);
  try {
    return ParseGcovr(ReadFile(trace));
  } catch (const std::runtime_error& error) {
    throw CoverageError(fmt::format("{}: {}", trace.string(), error.what()));
  }
}

void CoverageCollector::WritePages(const std::string& json) {
  std::vector<std::string> arguments = {"--html-details", (state_->folder / "index.html").string()};
  for (const fs::path& trace : state_->traces) {
    arguments.insert(arguments.end(), {"--add-tracefile", trace.string()});
  }
  RunGcovr(Gcovr(arguments));
  suite::WriteFileAtomically((state_->folder / "coverage.json").string(), json);
}

}  // namespace adapter
