#include "cpngen/commands/conform_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "base/text_layout.h"
#include "cpngen/text.h"
#include "cpngen/version.h"

namespace cpngen {
namespace {

using conformance::SeenEvent;
using cpn::lua::ObservationKind;

constexpr std::size_t kWidest = 60;  // of the left column, in characters

/// What stands beside each other: an event, an element, or both.
struct ChartRow {
  const SeenEvent* seen = nullptr;
  std::string element;  // empty: none
  bool silent = false;
};

struct Rows {
  std::vector<ChartRow> explained;
  const SeenEvent* unexplained = nullptr;
  std::vector<std::string> reasons;  // why it is unexplained, or what is owed
  std::size_t left = 0;              // events behind it
};

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> ReasonsOf(const Judged& judged) {
  const conformance::Verdict& verdict = judged.verdict;
  if (!verdict.misfit) return {};
  if (judged.run_of_net) {
    std::vector<std::string> lines;
    for (const conformance::NearMiss& miss : verdict.misfit->nearest) {
      lines.push_back(miss.element + " cannot occur:");
      for (const std::string& reason : miss.reasons) lines.push_back("  it " + reason);
    }
    return lines;
  }
  if (!verdict.owed) return LinesOf(ToString(*verdict.misfit));
  std::vector<std::string> lines{"the system rests, but something must come"};
  for (const conformance::Event& event : verdict.misfit->possible) {
    lines.push_back("  " + ToString(event));
  }
  return lines;
}

Rows RowsOf(cpn::Engine& engine, const Judged& judged) {
  Rows rows;
  const conformance::Verdict& verdict = judged.verdict;
  std::size_t number = 0;
  for (const conformance::ExplainedStep& step : verdict.run) {
    ChartRow row;
    if (step.event && *step.event < judged.seen.size()) row.seen = &judged.seen[*step.event];
    if (step.element) {
      row.element = fmt::format("{}. {}", ++number, engine.FormatElement(*step.element));
      row.silent = !step.event && !judged.run_of_net;
    }
    if (row.seen != nullptr || step.element) rows.explained.push_back(std::move(row));
  }
  rows.reasons = ReasonsOf(judged);
  if (verdict.misfit && !verdict.owed && verdict.explained < judged.seen.size()) {
    rows.unexplained = &judged.seen[verdict.explained];
    rows.left = judged.seen.size() - verdict.explained - 1;
  }
  return rows;
}

std::string ModelNode(const std::vector<std::string>& others) {
  std::string name = "model";
  while (std::find(others.begin(), others.end(), name) != others.end()) name = "the " + name;
  return name;
}

}  // namespace

trace::Trace BesideTrace(cpn::Engine& engine, const Judged& judged) {
  const Rows rows = RowsOf(engine, judged);
  trace::Trace chart;
  chart.header.made_by = ProgramAndVersion();
  chart.header.system = TitleOfJudged(judged) + " beside the run that explains it";
  chart.outcome = judged.verdict.conforms ? trace::Outcome::kPass : trace::Outcome::kFail;
  std::vector<std::string>& nodes = chart.header.nodes;
  const auto node_of = [](const SeenEvent& seen) {
    return seen.node.empty() ? std::string("seen") : seen.node;
  };
  for (const SeenEvent& seen : judged.seen) {
    const std::string node = node_of(seen);
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
  const std::string model = ModelNode(nodes);
  nodes.push_back(model);
  const auto add_seen = [&](const SeenEvent& seen, bool unexpected) {
    const bool stimulus = seen.event.kind == ObservationKind::kStimulus;
    return chart.Add(
        {.kind = stimulus ? trace::Kind::kStimulus : trace::Kind::kEvent,
         .node = node_of(seen),
         .name = fmt::format("{} {}: {}", judged.unit, seen.step, seen.event.what.name),
         .fields = seen.event.what.fields,
         .unexpected = unexpected});
  };
  for (const ChartRow& row : rows.explained) {
    const std::size_t cause = row.seen == nullptr ? 0 : add_seen(*row.seen, false);
    if (row.element.empty()) continue;
    chart.Add({.kind = trace::Kind::kBinding,
               .node = model,
               .name = row.element + (row.silent ? ", silent" : ""),
               .cause = cause});
  }
  if (rows.unexplained != nullptr) add_seen(*rows.unexplained, true);
  const std::size_t end = chart.steps.size();
  for (const std::string& reason : rows.reasons) chart.remarks.push_back({end, reason, ""});
  if (rows.left > 0) {
    chart.remarks.push_back(
        {end, fmt::format("{} came behind it", Plural(rows.left, "event")), ""});
  }
  return chart;
}

std::string BesideText(cpn::Engine& engine, const Judged& judged) {
  const Rows rows = RowsOf(engine, judged);
  std::vector<std::pair<std::string, std::string>> lines{{"seen", "model"}};
  const auto seen_text = [&](const SeenEvent* seen) {
    if (seen == nullptr) return std::string();
    const std::string node = seen->node.empty() ? "" : seen->node + ": ";
    return base::Cut(fmt::format("{:>3} {}{}", seen->step, node, ToString(seen->event)), kWidest);
  };
  for (const ChartRow& row : rows.explained) {
    std::string element = row.element + (row.silent ? "  (silent)" : "");
    if (row.element.empty()) element = "   what an element before it still shows";
    lines.emplace_back(seen_text(row.seen), std::move(element));
  }
  for (std::size_t i = 0; i < rows.reasons.size(); ++i) {
    const bool first = i == 0;
    lines.emplace_back(first ? seen_text(rows.unexplained) : "",
                       (first ? "X  " : "   ") + rows.reasons[i]);
  }
  if (rows.left > 0) lines.emplace_back(fmt::format("    ... {} more", rows.left), "");
  std::size_t width = 0;
  for (const auto& [left, right] : lines) width = std::max(width, left.size());
  std::string text =
      fmt::format("{}: what was seen, and the run that explains it\n", TitleOfJudged(judged));
  for (const auto& [left, right] : lines) {
    text += fmt::format("  {:<{}} |{}{}\n", left, width, right.empty() ? "" : " ", right);
  }
  return text;
}

}  // namespace cpngen
