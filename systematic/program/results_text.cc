#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "systematic/program/results.h"
#include "systematic/report/text_report.h"

namespace systematic {
namespace {

std::string Percent(std::uint64_t part, std::uint64_t all) {
  return all == 0
             ? "0%"
             : fmt::format("{:.3g}%", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

/// "1000 schedules in 0.31 s, 21000 choices, 0 buggy, 12 cut off (1.2%)".
std::string Counts(const HarnessRun& run) {
  const Totals& totals = run.result.totals;
  return fmt::format("{} schedules in {:.2f} s, {} choices, longest {}, {} buggy, {} cut off ({})",
                     totals.executions, run.seconds, totals.choices, totals.longest,
                     totals.violations, totals.cut_off, Percent(totals.cut_off, totals.executions));
}

std::string_view WordOf(const HarnessRun& run) {
  if (run.result.nondeterminism) return "NOT DETERMINISTIC";
  if (run.result.failure) return "FAILED";
  return run.result.interrupted && !run.out_of_time ? "ended" : "clean";
}

/// The states that an execution met for the first time, on average since the point before.
double NewStates(const CoveragePoint& point, const CoveragePoint& before) {
  const auto executions = static_cast<double>(point.executions - before.executions);
  // Counts of many are estimates, which may go down.
  const double states = static_cast<double>(point.states) - static_cast<double>(before.states);
  return executions == 0 ? 0 : std::max(0.0, states) / executions;
}

std::string CoverageText(const CoverageReport& coverage) {
  std::string text = fmt::format("  {:>12} {:>9} {:>9} {:>9} {:>11} {:>15}\n", "executions",
                                 "events", "pairs", "sets", "states", "new states each");
  CoveragePoint before;
  for (const CoveragePoint& point : coverage.curve) {
    text +=
        fmt::format("  {:>12} {:>9} {:>9} {:>9} {:>11} {:>15.4g}\n", point.executions, point.events,
                    point.pairs, point.sets, point.states, NewStates(point, before));
    before = point;
  }
  return text;
}

std::string Indented(std::string_view text) {
  std::string indented;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) indented += "  ";
    indented += text.substr(0, end);
    indented += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return indented;
}

std::string MinimisedText(const Minimised& minimised, std::size_t choices) {
  if (!minimised.failed_again) return "  it did not fail again: is the harness deterministic?\n";
  return fmt::format("  minimised to {} choices and {} faults (it had {}) in {} replays{}\n",
                     choices, minimised.faults, minimised.faults_before, minimised.replays,
                     minimised.one_minimal ? "; none can be left out" : "; not to the end");
}

}  // namespace

std::string ListText(const std::vector<const HarnessInfo*>& harnesses) {
  std::size_t width = 0;
  for (const HarnessInfo* harness : harnesses) width = std::max(width, harness->name.size());
  std::string text;
  for (const HarnessInfo* harness : harnesses) {
    text += fmt::format("{:<{}}  {}\n", harness->name, width, harness->about);
  }
  return text;
}

std::string ResultText(const Result& result) {
  const HarnessRun& run = result.run;
  std::string text = fmt::format("{}: {}, {}\n", run.harness->name, WordOf(run), Counts(run));
  if (run.result.exhausted) text += "  every schedule that the strategy has was run\n";
  if (run.coverage) text += CoverageText(*run.coverage);
  if (run.result.nondeterminism) text += '\n' + Indented(ToText(*run.result.nondeterminism));
  if (!result.finding) return text;
  const Finding& finding = *result.finding;
  if (finding.minimised) {
    text += MinimisedText(*finding.minimised, finding.recording.choices.size());
  }
  text += '\n' + Indented(TextReport(finding.recording)) + '\n';
  for (const std::string& file : finding.files) text += fmt::format("  wrote {}\n", file);
  return text + fmt::format("  again: {}\n", finding.replay);
}

}  // namespace systematic
