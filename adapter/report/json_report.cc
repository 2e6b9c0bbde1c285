#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "adapter/report/report.h"
#include "trace/trace_json.h"

namespace adapter {
namespace {

using Json = nlohmann::ordered_json;

// Values come from files: bytes that are no UTF-8 are replaced rather than thrown about.
std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json MismatchesJson(const std::vector<oracles::Mismatch>& mismatches) {
  Json array = Json::array();
  for (const oracles::Mismatch& mismatch : mismatches) {
    array.push_back({{"what", mismatch.what},
                     {"expected", mismatch.expected},
                     {"observed", mismatch.observed}});
  }
  return array;
}

double Rounded(double milliseconds) { return std::round(milliseconds * 1000) / 1000; }

}  // namespace

std::string JsonReport(const std::vector<CaseResult>& results, const RunOptions& options,
                       const std::optional<Part>& part) {
  const Totals totals = Count(results);
  Json cases = Json::array();
  for (const CaseResult& result : results) {
    const trace::Trace& trace = result.verdict.trace;
    cases.push_back({{"suite", result.suite},
                     {"id", result.id},
                     {"verdict", OutcomeName(result.verdict.outcome)},
                     {"ms", Rounded(result.milliseconds)},
                     {"detail", result.verdict.detail},
                     {"file", result.file},
                     {"seed", result.seed},
                     {"mismatches", MismatchesJson(result.verdict.mismatches)},
                     {"events", trace::StepsJson(trace)},
                     {"expected", trace::ExpectedJson(trace)}});
  }
  const auto [what, how] = HowRun(options);
  Json report = {{"passed", totals.passed},
                 {"failed", totals.failed},
                 {"inconclusive", totals.inconclusive},
                 {"seed", options.seed},
                 {what, how}};
  if (!options.conform.model.empty()) {
    const auto conforming = std::ranges::count_if(
        results, [](const CaseResult& result) { return result.verdict.conforms; });
    report["conform"] = {{"model", options.conform.model}, {"runs", conforming}};
  }
  if (part) {
    report["shard"] = part->shard;
    Json& call = report["call"] = Json::object();
    for (const auto& [name, value] : part->call) call[name] = value;
  }
  report["cases"] = std::move(cases);
  return Dump(report);
}

std::string JsonList(const Plan& plan) {
  Json cases = Json::array();
  for (const SelectedCase& selected : plan.cases) {
    cases.push_back({{"suite", selected.suite->suite.name()},
                     {"id", selected.test->id},
                     {"kind", selected.suite->form->name},
                     {"file", selected.suite->suite.file()},
                     {"line", selected.test->line()}});
  }
  return Dump(cases);
}

}  // namespace adapter
