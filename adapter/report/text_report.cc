#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "adapter/report/report.h"
#include "trace/story.h"

namespace adapter {
namespace {

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string CountsText(const Totals& totals) {
  std::string text = fmt::format("{} passed", totals.passed);
  if (totals.failed > 0) text += fmt::format(", {} failed", totals.failed);
  if (totals.inconclusive > 0) text += fmt::format(", {} inconclusive", totals.inconclusive);
  return text;
}

const char* Label(const Totals& totals) {
  if (totals.failed > 0) return "FAIL";
  return totals.inconclusive > 0 ? "INCONCLUSIVE" : "PASS";
}

std::string FileLine(const FileResults& group) {
  Totals totals;
  std::vector<double> times;
  for (const CaseResult* result : group.results) {
    const Totals one = Count({*result});
    totals.passed += one.passed;
    totals.failed += one.failed;
    totals.inconclusive += one.inconclusive;
    times.push_back(result->milliseconds);
  }
  return fmt::format("{} {}: {} (median {:.1f} ms)\n", Label(totals), group.file,
                     CountsText(totals), Median(std::move(times)));
}

/// What happened in the case, below its line.
std::string StoryText(const CaseResult& result, const RunOptions& options) {
  constexpr std::size_t kMostShown = 20;
  std::string text;
  const trace::StoryOptions story{.most_steps = options.verbose ? 0 : kMostShown};
  for (const std::string& line : trace::StoryOf(result.verdict.trace, story)) {
    text += "    " + line + '\n';
  }
  return text;
}

std::string CaseLine(const CaseResult& result, const RunOptions& options) {
  if (result.verdict.outcome == Outcome::kPass) {
    return fmt::format("  pass {} (seed {})\n", CaseName(result.suite, result.id), result.seed);
  }
  return fmt::format("  {} {}: {}; rerun: {}\n", OutcomeName(result.verdict.outcome),
                     CaseName(result.suite, result.id), result.verdict.detail,
                     RerunCommand(result.file, result.suite, result.id, result.seed, options));
}

}  // namespace

std::vector<FileResults> GroupByFile(const std::vector<CaseResult>& results) {
  std::vector<FileResults> groups;
  std::map<std::string, std::size_t> index;
  for (const CaseResult& result : results) {
    const auto [entry, is_new] = index.emplace(result.file, groups.size());
    if (is_new) groups.push_back({result.file, result.suite, {}});
    groups[entry->second].results.push_back(&result);
  }
  return groups;
}

std::string TextReport(const std::vector<CaseResult>& results, const RunOptions& options,
                       const std::optional<Part>& part) {
  std::string text;
  for (const FileResults& group : GroupByFile(results)) {
    text += FileLine(group);
    for (const CaseResult* result : group.results) {
      if (result->verdict.outcome == Outcome::kPass && !options.verbose) continue;
      text += CaseLine(*result, options) + StoryText(*result, options);
    }
  }
  const Totals totals = Count(results);
  const auto [what, how] = HowRun(options);
  text += fmt::format("{}: {} of {} ({} {}, seed {}{})\n", Label(totals), CountsText(totals),
                      totals.all(), what, how, options.seed, part ? ", part " + part->shard : "");
  if (!options.conform.model.empty()) {
    const auto conforming = std::ranges::count_if(
        results, [](const CaseResult& result) { return result.verdict.conforms; });
    text += fmt::format("{} runs are runs of {}\n", conforming, options.conform.model);
  }
  return text;
}

std::string TextList(const Plan& plan) {
  std::string text;
  for (const SelectedCase& selected : plan.cases) {
    text += fmt::format("{}:{}: {} {}\n", selected.suite->suite.file(), selected.test->line(),
                        selected.suite->form->name,
                        CaseName(selected.suite->suite.name(), selected.test->id));
  }
  return text;
}

}  // namespace adapter
