#include <fmt/format.h>

#include <string_view>

#include "adapter/report/report.h"
#include "base/markup.h"
#include "trace/story.h"

namespace adapter {
namespace {

using base::EscapeMarkup;

std::string Seconds(double milliseconds) { return fmt::format("{:.6f}", milliseconds / 1000); }

double Sum(const std::vector<const CaseResult*>& results) {
  double sum = 0;
  for (const CaseResult* result : results) sum += result->milliseconds;
  return sum;
}

std::string Counts(const Totals& totals, double milliseconds) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{}\"",
                     totals.all(), totals.failed, totals.inconclusive, Seconds(milliseconds));
}

// Repetitions need names of their own: CI systems take cases of one name for one case.
std::string Name(const CaseResult& result, const RunOptions& options) {
  if (options.repeat == 1) return result.id;
  return fmt::format("{} (seed {})", result.id, result.seed);
}

/// Lines, each escaped for itself, so that they stay lines.
std::string FailureText(const CaseResult& result, const RunOptions& options) {
  std::string text = EscapeMarkup(result.verdict.detail) + "\nrerun: ";
  text += EscapeMarkup(RerunCommand(result.file, result.suite, result.id, result.seed, options));
  text += '\n';
  for (const std::string& line : trace::StoryOf(result.verdict.trace, {})) {
    text += EscapeMarkup(line) + '\n';
  }
  return text;
}

std::string CaseText(const CaseResult& result, const RunOptions& options) {
  std::string text =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{}\"",
                  EscapeMarkup(result.suite), EscapeMarkup(Name(result, options)),
                  EscapeMarkup(result.file), result.line, Seconds(result.milliseconds));
  const Verdict& verdict = result.verdict;
  if (verdict.outcome == Outcome::kPass) return text + "/>\n";
  const char* const element = verdict.outcome == Outcome::kFail ? "failure" : "error";
  text += fmt::format(">\n      <{} type=\"{}\" message=\"{}\">{}</{}>\n    </testcase>\n", element,
                      OutcomeName(verdict.outcome), EscapeMarkup(verdict.detail),
                      FailureText(result, options), element);
  return text;
}

std::string GroupText(const FileResults& group, const RunOptions& options) {
  std::vector<CaseResult> copies;
  std::string cases;
  for (const CaseResult* result : group.results) {
    copies.push_back(*result);
    cases += CaseText(*result, options);
  }
  const auto [what, how] = HowRun(options);
  return fmt::format(
      "  <testsuite name=\"{}\" file=\"{}\" {}>\n"
      "    <properties>\n"
      "      <property name=\"seed\" value=\"{}\"/>\n"
      "      <property name=\"{}\" value=\"{}\"/>\n"
      "    </properties>\n{}  </testsuite>\n",
      EscapeMarkup(group.suite), EscapeMarkup(group.file),
      Counts(Count(copies), Sum(group.results)), options.seed, what, EscapeMarkup(how), cases);
}

/// What a part says of itself. Lines, as cpngen merge reads them.
std::string PartText(const Part& part) {
  std::string text = "  <properties>\n";
  const auto add = [&text](const std::string& name, const std::string& value) {
    text += fmt::format("    <property name=\"{}\" value=\"{}\"/>\n", EscapeMarkup(name),
                        EscapeMarkup(value));
  };
  add("shard", part.shard);
  for (const auto& [name, value] : part.call) add(name, value);
  return text + "  </properties>\n";
}

}  // namespace

std::string JUnitReport(const std::vector<CaseResult>& results, const RunOptions& options,
                        const std::optional<Part>& part) {
  std::string groups;
  double milliseconds = 0;
  for (const FileResults& group : GroupByFile(results)) {
    groups += GroupText(group, options);
    milliseconds += Sum(group.results);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"adapter\" {}>\n{}{}"
      "</testsuites>\n",
      Counts(Count(results), milliseconds), part ? PartText(*part) : "", groups);
}

}  // namespace adapter
