#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "cpngen/charts/message_sequence_chart.h"
#include "cpngen/commands/check_report.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/commands/report/report_sections.h"
#include "cpngen/text.h"
#include "cpngen/trace.h"

namespace cpngen {
namespace {

using cpn::ctl::Result;
using cpn::ctl::Verdict;

/// Of a long run, so many lines from its beginning, and as many from its end.
constexpr std::size_t kMostRunLines = 400;
/// A run of more steps is too long for a chart on a page.
constexpr std::size_t kMostChartSteps = 500;

Cell VerdictOf(const Result& result) {
  switch (result.verdict) {
    case Verdict::kHolds:
      return {"holds", Look::kGood};
    case Verdict::kViolated:
      return {"violated", Look::kBad};
    case Verdict::kUnknown:
      return {"unknown: the limit was met first", Look::kDoubt};
  }
  return {};
}

std::string EvidenceId(std::size_t index) { return fmt::format("property-{}", index + 1); }

/// What is in the middle of a long text is left out.
std::string WithoutMiddle(const std::string& text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
    starts.push_back(++at);
  }
  const std::size_t lines = starts.size() - 1;
  if (lines <= 2 * kMostRunLines) return text;
  const std::size_t from = starts[kMostRunLines], to = starts[lines - kMostRunLines];
  return fmt::format("{}... {} lines are left out here ...\n{}", text.substr(0, from),
                     Grouped(lines - 2 * kMostRunLines), text.substr(to));
}

void AddEvidence(cpn::lua::LuaModel& model, const Result& result, HtmlPage& page) {
  const cpn::ctl::Evidence& evidence = *result.evidence;
  const char* const what = evidence.witness ? "Witness" : "Counterexample";
  page.BeginDetails(fmt::format("{}, {}", what, Plural(evidence.steps.size(), "step")),
                    !evidence.witness);
  if (model.chart() != nullptr && evidence.steps.size() <= kMostChartSteps) {
    const std::string title =
        fmt::format("{}: {} of \"{}\"", model.name(),
                    evidence.witness ? "witness" : "counterexample", result.property);
    page.Picture(ChartSvg(MakeMessageSequenceChart(model.engine(), *model.chart(),
                                                   MakeTrace(evidence), title)),
                 title);
  } else if (model.chart() != nullptr) {
    page.Paragraph("The run is too long for a chart on a page; cpngen check --msc draws it.",
                   Look::kMuted);
  }
  page.Preformatted(WithoutMiddle(EvidenceText(model.engine(), evidence)));
  page.EndDetails();
}

}  // namespace

void AddPropertySection(cpn::lua::LuaModel& model, const std::vector<Result>& results,
                        HtmlPage& page) {
  page.Section("properties", "Properties");
  std::vector<Row> rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    const bool more = result.evidence || !result.notes.empty();
    rows.push_back({{result.property, Look::kPlain, more ? EvidenceId(i) : ""},
                    VerdictOf(result),
                    {PlaceText(result.where), Look::kMuted}});
  }
  page.Table({"property", "verdict", "stands in"}, rows);
  const std::string fair = FairnessLine(model.net(), "declared");
  if (!fair.empty()) page.Paragraph("Of runs for ever, those count that are " + fair, Look::kMuted);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    if (!result.evidence && result.notes.empty()) continue;
    page.Heading(result.property, EvidenceId(i));
    for (const cpn::ctl::Note& note : result.notes) {
      page.Paragraph("Note: " + note.text + InBrackets(PlaceText(note.where)));
    }
    if (result.evidence) AddEvidence(model, result, page);
  }
}

}  // namespace cpngen
