// Reports of searches for what comes out of reach: `cpngen search --json`, and --search --json of
// programs for systematic testing, which have such a report for each harness.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "cpngen/commands/merge/report_kinds.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

constexpr std::uint64_t kNoExecution = std::numeric_limits<std::uint64_t>::max();

bool IsSearch(const Json& document) {
  return document.contains("executions") && document.contains("properties");
}
bool IsHarnessSearch(const Json& document) { return document.contains("searches"); }

void CheckSearch(const trace::JsonValue& document, const Json& json) {
  RequireNumbers(document, {"executions", "live", "longest", "steps", "length"});
  document.Member("complete").Bool();
  std::size_t i = 0;
  for (const trace::JsonValue& property : document.Member("properties").Items()) {
    const Json& raw = json.at("properties").at(i++);
    property.Member("property").Text();
    property.Member("sort").Text();
    const trace::JsonValue found = property.Member("found");
    if (!raw.at("found").is_null()) found.Text();
    RequireNumberOrNull(property, raw, "execution");
  }
}

void CheckHarnessSearch(const trace::JsonValue& document, const Json& json) {
  std::size_t i = 0;
  for (const trace::JsonValue& search : document.Member("searches").Items()) {
    for (const char* const member : {"harness", "parameters", "timers", "faults", "seed"}) {
      search.Member(member);
    }
    CheckSearch(search, json.at("searches").at(i++));
  }
}

bool IsFound(const Json& finding) { return !finding.at("found").is_null(); }
bool IsLiveness(const Json& finding) { return finding.at("sort") == "liveness"; }

/// When a search finds it: executions come first, then walks that may go round for ever, then all
/// markings are looked at, if they fit.
std::pair<int, std::uint64_t> WhenFound(const Json& finding) {
  if (!IsFound(finding)) return {3, kNoExecution};
  const std::uint64_t number = NumberOr(finding, "execution", kNoExecution);
  if (finding.at("found") == "livelock") return {1, number};
  return {number == kNoExecution ? 2 : 0, number};
}

/// The findings of all parts, of each property the first, those that are named in the call first.
std::vector<Json> FirstFindings(const std::vector<const Json*>& all) {
  std::vector<Json> first;
  for (const Json* const search : all) {
    for (const Json& finding : search->at("properties")) {
      const auto known = std::find_if(first.begin(), first.end(), [&](const Json& other) {
        return other.at("property") == finding.at("property");
      });
      if (known == first.end()) {
        first.push_back(finding);
      } else if (WhenFound(finding) < WhenFound(*known)) {
        *known = finding;
      }
    }
  }
  return first;
}

/// A search of a harness ends with the last liveness property that it finds. What a part violated
/// behind that is none of it; what monitors object to stands in the order in which it was found.
void EndWithLiveness(std::vector<Json>& findings) {
  const auto safety = std::stable_partition(findings.begin(), findings.end(), IsLiveness);
  std::stable_sort(safety, findings.end(),
                   [](const Json& a, const Json& b) { return WhenFound(a) < WhenFound(b); });
  std::pair<int, std::uint64_t> end{0, 0};
  std::for_each(findings.begin(), safety,
                [&end](const Json& finding) { end = std::max(end, WhenFound(finding)); });
  findings.erase(std::find_if(safety, findings.end(),
                              [&end](const Json& finding) { return WhenFound(finding) > end; }),
                 findings.end());
}

struct Searched {
  Json json;
  ExitCode code = ExitCode::kDone;
  std::size_t found = 0;
};

Searched MergeSearch(const std::vector<const Json*>& all, bool of_harness) {
  Searched searched;
  Json& merged = searched.json = *all.front();
  for (const char* const count : {"executions", "live", "steps"}) merged[count] = Sum(all, count);
  merged["longest"] = Greatest(all, "longest");
  const bool complete = std::all_of(all.begin(), all.end(), [](const Json* search) {
    return search->at("complete").get<bool>();
  });
  merged["complete"] = complete;
  std::vector<Json> findings = FirstFindings(all);
  if (of_harness) EndWithLiveness(findings);
  bool is_violated = false;
  for (const Json& finding : findings) {
    if (!IsFound(finding)) continue;
    ++searched.found;
    is_violated = is_violated || finding.at("found") != "suspected";
  }
  if (searched.found > 0 || !complete) searched.code = ExitCode::kLimitReached;
  if (is_violated) searched.code = ExitCode::kViolated;
  merged["properties"] = std::move(findings);
  return searched;
}

std::string FoundText(std::uint64_t executions, std::size_t found) {
  return fmt::format("{}, {}", Plural(executions, "execution"),
                     found == 0 ? "nothing found" : Plural(found, "finding"));
}

/// Numbers of a call that ends before all is done are those of the parts.
void AddNote(std::size_t found, MergedReport& report) {
  if (found == 0) return;
  report.notes.emplace_back(
      "executions, live, longest and steps count what the parts did; one search ends with what it "
      "finds, and would count less");
}

MergedReport MergeSearches(const std::vector<ReportPart>& parts) {
  for (const ReportPart& part : parts) RequireSameProperties(part, parts.front());
  const std::vector<const Json*> all = DocumentsOf(parts);
  Searched searched = MergeSearch(all, false);
  MergedReport report{std::move(searched.json), searched.code,
                      FoundText(Sum(all, "executions"), searched.found)};
  AddNote(searched.found, report);
  return report;
}

MergedReport MergeHarnessSearches(const std::vector<ReportPart>& parts) {
  const std::vector<const Json*> all = DocumentsOf(parts);
  std::size_t count = all.front()->at("searches").size();
  std::size_t most = count;
  for (const Json* const part : all) {
    count = std::min(count, part->at("searches").size());
    most = std::max(most, part->at("searches").size());
  }
  MergedReport report;
  report.json = parts.front().json;
  report.json["searches"] = Json::array();
  if (count < most) {
    report.code = ExitCode::kLimitReached;
    report.notes.emplace_back("a part ended before it had searched all harnesses");
  }
  std::uint64_t executions = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<const Json*> searches = MembersAt(all, "searches", i);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      RequireSame(*searches[p], *searches.front(),
                  {"harness", "parameters", "timers", "faults", "seed"}, parts[p], parts.front());
    }
    Searched searched = MergeSearch(searches, true);
    executions += Sum(searches, "executions");
    found += searched.found;
    if (searched.code == ExitCode::kViolated || report.code == ExitCode::kDone) {
      report.code = searched.code;
    }
    report.json["searches"].push_back(std::move(searched.json));
  }
  report.summary = FoundText(executions, found);
  AddNote(found, report);
  return report;
}

}  // namespace

ReportKind SearchReports() {
  return {IsSearch,
          {"executions", "live", "longest", "steps", "length", "complete", "properties"},
          CheckSearch,
          MergeSearches};
}

ReportKind HarnessSearchReports() {
  return {IsHarnessSearch, {"searches"}, CheckHarnessSearch, MergeHarnessSearches};
}

}  // namespace cpngen
