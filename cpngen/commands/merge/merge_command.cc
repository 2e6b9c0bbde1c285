#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/read_file.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/merge/junit_parts.h"
#include "cpngen/commands/merge/report_parts.h"
#include "cpngen/commands/merge/suite_parts.h"
#include "cpngen/input_error.h"
#include "cpngen/output_files.h"
#include "suite/reader.h"

namespace cpngen {
namespace {

constexpr std::size_t kMostPartBytes = std::size_t{1} << 30;

enum class PartKind { kSuite, kJUnit, kReport };

PartFile ReadPart(const std::string& path) {
  base::FileContents contents = base::ReadFile(path, kMostPartBytes);
  if (!contents.problem.empty()) throw InputError(fmt::format("{}: {}", path, contents.problem));
  if (contents.bytes.empty()) {
    throw InputError(fmt::format("{}: the file is empty: its part has not ended, or failed", path));
  }
  return {path, std::move(contents.bytes)};
}

/// A first look.
PartKind KindOf(const PartFile& part) {
  const std::size_t first = part.bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first != std::string::npos && part.bytes[first] == '{') return PartKind::kReport;
  return part.bytes.find("<testsuites ") < part.bytes.find("<Test ") ? PartKind::kJUnit
                                                                     : PartKind::kSuite;
}

const char* NameOf(PartKind kind) {
  switch (kind) {
    case PartKind::kSuite:
      return "a test suite";
    case PartKind::kJUnit:
      return "JUnit XML";
    case PartKind::kReport:
      return "a report in JSON";
  }
  return "";
}

void RequireOneKind(const std::vector<PartFile>& parts) {
  const PartKind first = KindOf(parts.front());
  for (const PartFile& part : parts) {
    if (KindOf(part) == first) continue;
    throw InputError(fmt::format("{} is {}, and {} is {}: they do not belong together",
                                 parts.front().path, NameOf(first), part.path,
                                 NameOf(KindOf(part))));
  }
}

}  // namespace

ExitCode Merge(const MergeOptions& options, const Streams& streams) {
  Paths inputs;
  for (const std::string& part : options.parts) inputs.emplace_back(part);
  if (options.output != "-") RequireOutputs({{"-o", options.output}}, inputs);
  streams.budget->Enter("putting parts together");
  std::vector<PartFile> parts;
  for (const std::string& path : options.parts) parts.push_back(ReadPart(path));
  RequireOneKind(parts);
  switch (KindOf(parts.front())) {
    case PartKind::kReport:
      return MergeReports(parts, options, streams);
    case PartKind::kJUnit:
      return MergeJUnit(parts, options, streams);
    case PartKind::kSuite:
      break;
  }
  std::vector<suite::Suite> suites;
  for (PartFile& part : parts) {
    suites.push_back(suite::ParseSuite(std::move(part.bytes), part.path, suite::CasesNeeded::kAny));
  }
  return MergeSuites(suites, options, streams);
}

}  // namespace cpngen
