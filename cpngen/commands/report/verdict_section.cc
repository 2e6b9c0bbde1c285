#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpngen/commands/report/report_sections.h"
#include "cpngen/commands/report/shown_path.h"
#include "cpngen/text.h"
#include "trace/chart_svg.h"
#include "trace/story.h"

namespace cpngen {
namespace {

using trace::Outcome;

/// All charts together are not larger, so that the page can be sent.
constexpr std::size_t kMostChartBytes = 6u << 20;
/// Of what happened in a case, so many steps.
constexpr std::size_t kMostStorySteps = 100;

void AddFiles(const std::vector<ResultsFile>& results, HtmlPage& page) {
  std::vector<Row> rows;
  for (const ResultsFile& file : results) {
    const std::size_t failed = file.Count(Outcome::kFail);
    const std::size_t inconclusive = file.Count(Outcome::kInconclusive);
    rows.push_back({{ShownPath(file.path)},
                    {file.cases.empty()           ? "no case"
                     : failed + inconclusive == 0 ? "pass"
                                                  : "fail",
                     failed + inconclusive == 0 ? Look::kGood : Look::kBad},
                    {Grouped(file.Count(Outcome::kPass)), Look::kNumber},
                    {Grouped(failed), Look::kNumber},
                    {Grouped(inconclusive), Look::kNumber},
                    {file.how},
                    {file.conform}});
  }
  page.Table({"results", "verdict", "passed", "failed", "inconclusive", "run with", ""}, rows);
}

/// Executions by the suite's file and name, for those who have no suites here.
void AddSuites(const std::vector<ResultsFile>& results, std::uint64_t list, HtmlPage& page) {
  struct Counts {
    std::size_t passed = 0, failed = 0, inconclusive = 0;
  };
  std::vector<std::pair<std::string, std::string>> order;
  std::map<std::pair<std::string, std::string>, Counts> counts;
  for (const ResultsFile& file : results) {
    for (const CaseResult& result : file.cases) {
      const std::pair key(ShownPath(result.file), result.suite);
      const auto [entry, added] = counts.try_emplace(key);
      if (added) order.push_back(key);
      if (result.verdict == Outcome::kPass) ++entry->second.passed;
      if (result.verdict == Outcome::kFail) ++entry->second.failed;
      if (result.verdict == Outcome::kInconclusive) ++entry->second.inconclusive;
    }
  }
  if (order.size() < 2) return;
  std::stable_partition(order.begin(), order.end(), [&](const auto& key) {
    return counts[key].failed + counts[key].inconclusive > 0;
  });
  std::vector<Row> rows;
  for (const auto& key : order) {
    if (rows.size() == list) break;
    const Counts& of = counts[key];
    rows.push_back({{key.first},
                    {key.second},
                    {of.failed > 0         ? "fail"
                     : of.inconclusive > 0 ? "inconclusive"
                                           : "pass",
                     of.failed > 0         ? Look::kBad
                     : of.inconclusive > 0 ? Look::kDoubt
                                           : Look::kGood},
                    {Grouped(of.passed), Look::kNumber},
                    {Grouped(of.failed), Look::kNumber},
                    {Grouped(of.inconclusive), Look::kNumber}});
  }
  page.BeginDetails(fmt::format("By suite ({})", Grouped(order.size())));
  page.Table({"file", "test", "verdict", "passed", "failed", "inconclusive"}, rows,
             order.size() - rows.size());
  page.EndDetails();
}

void AddStory(const trace::Trace& run, std::size_t& chart_bytes, HtmlPage& page) {
  if (run.steps.empty() && run.expected.empty()) {
    page.Paragraph("What happened is not in the results.", Look::kMuted);
    return;
  }
  const std::string chart = trace::ChartSvg(run);
  if (chart_bytes + chart.size() <= kMostChartBytes) {
    chart_bytes += chart.size();
    page.Picture(chart, "chart of case " + run.header.test);
  } else {
    page.Paragraph("Its chart would make the page too large; adapter run --trace draws it.",
                   Look::kMuted);
  }
  std::string text;
  for (const std::string& line : trace::StoryOf(run, {kMostStorySteps})) text += line + '\n';
  page.BeginDetails("Step by step");
  page.Preformatted(text);
  page.EndDetails();
}

void AddFailure(const CaseResult& result, const std::string& id, std::size_t& chart_bytes,
                HtmlPage& page) {
  page.Heading(fmt::format("{}#{}", result.suite, result.id), id);
  page.Paragraph(fmt::format("{}: {}", trace::NameOf(result.verdict), result.detail),
                 VerdictCell(result.verdict).look);
  page.Paragraph(fmt::format("{}, seed {}", ShownPath(result.file), result.seed), Look::kMuted);
  if (!result.mismatches.empty()) {
    std::vector<Row> rows;
    for (const ResultMismatch& mismatch : result.mismatches) {
      rows.push_back(
          {{mismatch.what}, {mismatch.expected, Look::kCode}, {mismatch.observed, Look::kCode}});
    }
    page.Table({"", "expected", "observed"}, rows);
  }
  AddStory(result.trace, chart_bytes, page);
}

}  // namespace

void AddVerdictSection(const std::vector<ResultsFile>& results, std::uint64_t list,
                       HtmlPage& page) {
  page.Section("verdicts", "Verdicts");
  AddFiles(results, page);
  AddSuites(results, list, page);
  std::vector<const CaseResult*> failures;
  for (const ResultsFile& file : results) {
    for (const CaseResult& result : file.cases) {
      if (result.verdict != Outcome::kPass) failures.push_back(&result);
    }
  }
  if (failures.empty()) return;
  const std::size_t shown = std::min<std::size_t>(failures.size(), list);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < shown; ++i) {
    const CaseResult& result = *failures[i];
    rows.push_back({{fmt::format("{}#{}", result.suite, result.id), Look::kPlain,
                     fmt::format("failure-{}", i + 1)},
                    VerdictCell(result.verdict),
                    {ShownPath(result.file), Look::kMuted},
                    {result.detail}});
  }
  page.Heading("What did not pass");
  page.Table({"case", "verdict", "file", "why"}, rows, failures.size() - shown);
  std::size_t chart_bytes = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    AddFailure(*failures[i], fmt::format("failure-{}", i + 1), chart_bytes, page);
  }
}

}  // namespace cpngen
