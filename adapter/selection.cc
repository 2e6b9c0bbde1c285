#include "adapter/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <system_error>

#include "adapter/systems/paxos/cases/reader.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> FilesOfFolder(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".xml" && entry->is_regular_file(error)) {
      files.push_back(entry->path().string());
    }
  }
  if (error) throw InputError(fmt::format("{}: cannot be read: {}", folder, error.message()));
  if (files.empty()) throw InputError(fmt::format("{}: no *.xml file in this folder", folder));
  std::ranges::sort(files);
  return files;
}

std::vector<std::string> FindFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    for (std::string& file : folder ? FilesOfFolder(path) : std::vector{path}) {
      const fs::path canonical = fs::weakly_canonical(file, error);
      if (known.insert(canonical.string()).second) files.push_back(std::move(file));
    }
  }
  return files;
}

std::regex CompileFilter(const std::string& filter) {
  try {
    return std::regex(filter, std::regex::ECMAScript);
  } catch (const std::regex_error&) {
    throw InputError(fmt::format(
        "--filter '{}' is not a regular expression; characters like ( and * are quoted with \\",
        filter));
  }
}

std::string QuoteForRegex(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{})").find(c) != std::string_view::npos) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string QuoteForShell(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

}  // namespace

std::string CaseName(const std::string& suite, const std::string& id) {
  return fmt::format("{}#{}", suite, id);
}

bool IsSystemKind(cases::Kind kind) {
  return kind == cases::Kind::kSystem || kind == cases::Kind::kLeaderChange;
}

Plan MakePlan(const Selection& selection) {
  const std::regex filter = CompileFilter(selection.filter);
  Plan plan;
  std::size_t cases_read = 0;
  for (const std::string& file : FindFiles(selection.paths)) {
    plan.suites.push_back(std::make_unique<cases::Suite>(cases::ReadSuite(file)));
    const cases::Suite& suite = *plan.suites.back();
    cases_read += suite.cases.size();
    for (const cases::TestCase& test : suite.cases) {
      if (std::regex_search(CaseName(suite.name, test.id), filter)) {
        plan.cases.push_back({&suite, &test});
      }
    }
  }
  if (plan.cases.empty()) {
    throw InputError(fmt::format("no test case to run: --filter '{}' selects none of {}",
                                 selection.filter, cases_read));
  }
  return plan;
}

std::string RerunCommand(const std::string& file, const std::string& suite, const std::string& id,
                         std::uint64_t seed, const RunOptions& options) {
  const std::string filter = fmt::format("^{}$", QuoteForRegex(CaseName(suite, id)));
  return fmt::format("adapter run {} --filter {} --seed {} --transport {}{} --timeout {}",
                     QuoteForShell(file), QuoteForShell(filter), seed,
                     TransportName(options.transport), options.processes ? " --processes" : "",
                     DurationText(options.timeout));
}

}  // namespace adapter
