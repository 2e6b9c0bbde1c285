// Reports of test cases, as `adapter run --json` prints them.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cpngen/commands/merge/report_kinds.h"
#include "cpngen/commands/merge/verdicts.h"

namespace cpngen {
namespace {

constexpr const char* kRuns = "runs";             // of "call": of all parts together
constexpr const char* kFailFast = "--fail-fast";  // the run ends with the first that is no pass

bool IsCases(const Json& document) {
  const auto cases = document.find("cases");
  return cases != document.end() && cases->is_array();
}

void CheckCases(const trace::JsonValue& document, const Json&) {
  RequireNumbers(document, {"passed", "failed", "inconclusive"});
  document.Member("cases").Items();
  document.Member("call").Member(kFailFast).Text();
  const trace::JsonValue runs = document.Member("call").Member(kRuns);
  if (!NumberOfText(runs.Text())) runs.Fail("this is no number", "all parts together have so many");
  if (const auto conform = document.Find("conform")) {
    RequireNumbers(*conform, {"runs"});
    conform->Member("model").Text();
  }
}

Verdicts VerdictsOf(const Json& json) {
  const auto count = [&](const char* member) { return json.at(member).get<std::uint64_t>(); };
  return {count("passed"), count("failed"), count("inconclusive")};
}

MergedReport MergeCases(const std::vector<ReportPart>& parts) {
  const Json& call = parts.front().json.at("call");
  VerdictSum sum(*NumberOfText(call.at(kRuns).get<std::string>()), parts.size(),
                 call.at(kFailFast) == "given");
  Json merged = parts.front().json;
  merged["cases"] = Json::array();
  std::uint64_t conforming = 0;
  for (const ReportPart& part : parts) {
    if (sum.has_ended()) break;
    sum.Add(part.file, VerdictsOf(part.json));
    for (const Json& result : part.json.at("cases")) merged["cases"].push_back(result);
    const auto conform = part.json.find("conform");
    if (conform != part.json.end()) conforming += conform->at("runs").get<std::uint64_t>();
  }
  merged["passed"] = sum.all().passed;
  merged["failed"] = sum.all().failed;
  merged["inconclusive"] = sum.all().inconclusive;
  if (merged.contains("conform")) merged["conform"]["runs"] = conforming;
  return {std::move(merged), sum.code(), sum.Text(), sum.notes()};
}

}  // namespace

ReportKind CaseReports() {
  return {
      IsCases, {"passed", "failed", "inconclusive", "cases", "conform"}, CheckCases, MergeCases};
}

}  // namespace cpngen
