#include "adapter/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "adapter/kind_of_suite.h"
#include "base/regular_expression.h"
#include "base/text_layout.h"
#include "suite/reader.h"

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

base::RegularExpression CompileFilter(const std::string& filter) {
  constexpr std::size_t kShownCharacters = 40;
  try {
    return base::RegularExpression(filter);
  } catch (const base::RegularExpressionError& error) {
    throw InputError(fmt::format(
        "--filter '{}' is not a regular expression of RE2: {}; characters like ( and * are quoted "
        "with \\",
        base::Cut(filter, kShownCharacters), error.what()));
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

/// How the system was run.
std::string SystemArguments(const RunOptions& options) {
  if (options.system.file.empty()) {
    return fmt::format("--transport {}{}{}", TransportName(options.transport),
                       options.processes ? " --processes" : "",
                       options.ordered ? " --ordered" : "");
  }
  std::string text = "--system " + QuoteForShell(options.system.file);
  for (const auto& [name, value] : options.system.parameters) {
    text += " -D " + QuoteForShell(name + '=' + value);
  }
  return text;
}

/// Sets `loaded`'s driver and form to those that its cases are for. Throws base::ParseError.
void FindDriver(LoadedSuite& loaded, const SystemDrivers& drivers) {
  CaseForms forms;
  std::vector<const SystemDriver*> owners;  // parallel to forms
  for (const auto& driver : drivers) {
    if (driver->takes_any_case()) {
      loaded.driver = driver.get();
      loaded.form = &driver->forms().front();
      return;
    }
    for (const CaseForm& form : driver->forms()) {
      forms.push_back(&form);
      owners.push_back(driver.get());
    }
  }
  loaded.form = FindKind(loaded.suite, forms);
  loaded.driver =
      owners[static_cast<std::size_t>(std::ranges::find(forms, loaded.form) - forms.begin())];
}

LoadedSuite Load(const std::string& file, const SystemDrivers& drivers) {
  LoadedSuite loaded{suite::ReadSuite(file)};
  FindDriver(loaded, drivers);
  loaded.driver->Check(loaded.suite, *loaded.form);
  return loaded;
}

}  // namespace

std::string CaseName(const std::string& suite, const std::string& id) {
  return fmt::format("{}#{}", suite, id);
}

Plan MakePlan(const Selection& selection, const SystemDrivers& drivers) {
  const base::RegularExpression filter = CompileFilter(selection.filter);
  Plan plan;
  std::size_t cases_read = 0;
  for (const std::string& file : FindFiles(selection.paths)) {
    plan.suites.push_back(std::make_unique<LoadedSuite>(Load(file, drivers)));
    const LoadedSuite& loaded = *plan.suites.back();
    cases_read += loaded.suite.cases().size();
    for (const suite::Case& test : loaded.suite.cases()) {
      if (filter.FoundIn(CaseName(loaded.suite.name(), test.id))) {
        plan.cases.push_back({&loaded, &test});
      }
    }
  }
  if (plan.cases.empty()) {
    throw InputError(fmt::format("no test case to run: --filter '{}' selects none of {}",
                                 selection.filter, cases_read));
  }
  return plan;
}

namespace {

std::string ConformArguments(const ConformOptions& conform) {
  if (conform.model.empty()) return "";
  std::string words = " --conform " + QuoteForShell(conform.model);
  if (!conform.specification.empty()) {
    words += " --conform-spec " + QuoteForShell(conform.specification);
  }
  return words;
}

}  // namespace

std::string RerunCommand(const std::string& file, const std::string& suite, const std::string& id,
                         std::uint64_t seed, const RunOptions& options) {
  const std::string filter = fmt::format("^{}$", QuoteForRegex(CaseName(suite, id)));
  return fmt::format("adapter run {} --filter {} --seed {} {} --timeout {}{}", QuoteForShell(file),
                     QuoteForShell(filter), seed, SystemArguments(options),
                     DurationText(options.timeout), ConformArguments(options.conform));
}

}  // namespace adapter
