#include "systematic/report/html_report.h"

#include <fmt/format.h>

#include <string_view>

#include "base/markup.h"
#include "systematic/report/text_report.h"
#include "systematic/report/trace_of.h"
#include "trace/chart_svg.h"

namespace systematic {
namespace {

using base::EscapeMarkup;

constexpr std::size_t kMostRows = 2000;

constexpr std::string_view kStyle = R"(
body { font: 14px/1.5 sans-serif; color: #222; background: #fff; margin: 2em; }
h1 { font-size: 1.4em; color: #a11; }
h2 { font-size: 1.1em; margin-top: 2em; }
code, td.key { font-family: monospace; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em; }
dt { color: #666; } dd { margin: 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 2px 10px; border-bottom: 1px solid #ddd; }
td.number { text-align: right; color: #666; }
tr.fault td { background: #fdecea; }
tr.value td { background: #f3f3fb; }
tr.critical td { background: #fff3cd; }
.hot { color: #a11; } .note { color: #555; }
.chart { overflow-x: auto; border: 1px solid #ddd; }
@media (prefers-color-scheme: dark) {
  body { background: #161c24; color: #e6ebf1; }
  h1, .hot { color: #ff9d5c; }
  dt, td.number, .note { color: #9aa7b6; }
  th, td, .chart { border-color: #44505e; }
  tr.fault td { background: #4a2a0e; }
  tr.value td { background: #143450; }
  tr.critical td { background: #40380c; }
}
)";

std::string_view ClassOf(const RecordedChoice& choice, bool critical) {
  if (critical) return "critical";
  if (!choice.is_step) return "value";
  return choice.option == OptionKind::kFault ? "fault" : "step";
}

std::string HotOf(const Recording& recording, std::size_t index) {
  std::string text;
  if (index + 1 >= recording.choices.size()) return text;
  const std::vector<Heat>& heats = recording.choices[index + 1].heats;
  for (std::size_t i = 0; i < heats.size(); ++i) {
    if (heats[i] != Heat::kHot) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", EscapeMarkup(recording.monitors[i]));
  }
  return text;
}

std::string Notes(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "<div>" + EscapeMarkup(note) + "</div>";
  return text;
}

std::string Row(const Recording& recording, std::size_t index) {
  const RecordedChoice& choice = recording.choices[index];
  const bool critical = recording.critical == index + 1;
  return fmt::format(
      "<tr id=\"step{0}\" class=\"{1}\"><td class=\"number\">{0}</td><td>{2}</td>"
      "<td class=\"key\">{3}</td><td class=\"number\">{4}</td><td class=\"hot\">{5}</td>"
      "<td class=\"note\">{6}{7}</td></tr>\n",
      index + 1, ClassOf(choice, critical), EscapeMarkup(choice.machine), EscapeMarkup(choice.text),
      choice.cause == 0 ? "" : fmt::format("<a href=\"#step{0}\">{0}</a>", choice.cause),
      HotOf(recording, index), Notes(choice.notes),
      critical ? "<div>critical: from here on no sampled execution makes good what is owed</div>"
               : "");
}

std::string Rows(const Recording& recording) {
  std::string rows;
  if (!recording.notes_at_start.empty()) {
    rows += fmt::format(
        "<tr><td></td><td></td><td>start</td><td></td><td></td>"
        "<td class=\"note\">{}</td></tr>\n",
        Notes(recording.notes_at_start));
  }
  const std::size_t all = recording.choices.size();
  for (std::size_t i = 0; i < all; ++i) {
    if (all > kMostRows && i == kMostRows / 2) {
      rows += fmt::format("<tr><td></td><td>{} choices are left out</td></tr>\n", all - kMostRows);
      i = all - kMostRows / 2;
    }
    rows += Row(recording, i);
  }
  return rows;
}

std::string Entry(std::string_view name, const std::string& text) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, EscapeMarkup(text));
}

std::string Facts(const Recording& recording, const std::string& made_by,
                  const std::string& replay) {
  const Schedule& schedule = recording.schedule;
  std::string text = Entry("harness", schedule.harness);
  for (const auto& [name, value] : schedule.parameters) text += Entry(EscapeMarkup(name), value);
  text += Entry("strategy", fmt::format("{}, seed {}, iteration {}", schedule.strategy,
                                        schedule.seed, schedule.iteration));
  text += Entry("choices", std::to_string(recording.choices.size()));
  if (schedule.healed_at) {
    text += Entry("faults end", fmt::format("after choice {}", *schedule.healed_at));
  }
  if (!recording.difference.empty()) {
    text += Entry("not as the schedule says", recording.difference);
  }
  text += fmt::format("<dt>again</dt><dd><code>{}</code></dd>\n", EscapeMarkup(replay));
  return text + Entry("made by", made_by);
}

/// The picture without the declaration that a file of its own begins with.
std::string Chart(const trace::Trace& trace) {
  const std::string svg = trace::ChartSvg(trace);
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

}  // namespace

std::string HtmlReport(const Recording& recording, const std::string& made_by,
                       const std::string& replay) {
  return fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
      "<meta charset=\"utf-8\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>{2}</h1>\n<dl>\n{3}</dl>\n<h2>Chart</h2>\n<div class=\"chart\">\n{4}</div>\n"
      "<h2>Choices</h2>\n<table>\n<tr><th>#</th><th>machine</th><th>choice</th>"
      "<th>enabled by</th><th>hot</th><th>notes</th></tr>\n{5}</table>\n</body>\n</html>\n",
      EscapeMarkup(recording.schedule.harness), kStyle, EscapeMarkup(ViolationText(recording)),
      Facts(recording, made_by, replay), Chart(TraceOf(recording, made_by)), Rows(recording));
}

}  // namespace systematic
