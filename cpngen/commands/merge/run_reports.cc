// Reports of runs in which properties are watched, as `cpngen simulate --runs --json` prints them.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "cpngen/commands/merge/report_kinds.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr std::uint64_t kNoSeed = std::numeric_limits<std::uint64_t>::max();

bool IsRuns(const Json& document) {
  return document.contains("runs") && document.contains("dead_ends");
}

void CheckRuns(const trace::JsonValue& document, const Json& json) {
  RequireNumbers(document, {"runs", "steps", "dead_ends", "step_limits"});
  document.Member("complete").Bool();
  std::size_t i = 0;
  for (const trace::JsonValue& property : document.Member("properties").Items()) {
    property.Member("property").Text();
    RequireNumbers(property, {"violated_runs"});
    RequireNumberOrNull(property, json.at("properties").at(i++), "first_seed");
  }
}

/// Of one property: how many runs violate it, and how the first does.
Json MergeProperty(const std::vector<const Json*>& all) {
  const Json* first = all.front();
  for (const Json* const one : all) {
    if (NumberOr(*one, "first_seed", kNoSeed) < NumberOr(*first, "first_seed", kNoSeed)) {
      first = one;
    }
  }
  Json merged = *first;
  merged["violated_runs"] = Sum(all, "violated_runs");
  return merged;
}

MergedReport MergeRuns(const std::vector<ReportPart>& parts) {
  const std::vector<const Json*> all = DocumentsOf(parts);
  Json merged = parts.front().json;
  for (const char* const count : {"runs", "steps", "dead_ends", "step_limits"}) {
    merged[count] = Sum(all, count);
  }
  MergedReport report;
  for (const ReportPart& part : parts) {
    RequireSameProperties(part, parts.front());
    if (part.json.at("complete").get<bool>()) continue;
    merged["complete"] = false;
    report.notes.push_back(part.file + ": not all of its runs were done");
  }
  std::size_t violated = 0;
  for (std::size_t i = 0; i < merged["properties"].size(); ++i) {
    Json property = MergeProperty(MembersAt(all, "properties", i));
    if (!property.at("first_seed").is_null()) ++violated;
    merged["properties"][i] = std::move(property);
  }
  report.summary = fmt::format("{}, {} violated", Plural(Sum(all, "runs"), "run"),
                               violated == 0   ? "nothing is"
                               : violated == 1 ? "1 property is"
                                               : fmt::format("{} properties are", violated));
  report.code = violated > 0            ? ExitCode::kViolated
                : !report.notes.empty() ? ExitCode::kLimitReached
                                        : ExitCode::kDone;
  report.json = std::move(merged);
  return report;
}

}  // namespace

ReportKind RunReports() {
  return {IsRuns,
          {"runs", "steps", "dead_ends", "step_limits", "complete", "properties"},
          CheckRuns,
          MergeRuns};
}

}  // namespace cpngen
