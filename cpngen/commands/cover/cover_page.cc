#include "cpngen/commands/cover/cover_page.h"

#include <fmt/format.h>

#include <string_view>

#include "base/markup.h"
#include "cpngen/text.h"
#include "cpngen/trace.h"

namespace cpngen {
namespace {

using base::EscapeMarkup;
using model_coverage::CriterionReport;
using model_coverage::Point;
using model_coverage::Points;

/// Of a long list, so many stand on the page; the JSON has all.
constexpr std::size_t kMostListed = 2000;

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 Helvetica, Arial, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.25em 0.9em; text-align: right; border-bottom: 1px solid #8888; }
th:first-child, td:first-child { text-align: left; }
.bar { width: 10em; background: #ffd9c2; height: 0.8em; }
.bar div { background: #00875f; height: 100%; }
details { margin: 0.4em 0; }
li { font-family: monospace; white-space: pre-wrap; }
figure { margin: 1.5em 0; overflow-x: auto; }
pre { background: #f5f5f5; padding: 0.8em; white-space: pre-wrap; }
@media (prefers-color-scheme: dark) {
  body { background: #161c24; color: #e6ebf1; }
  .bar { background: #4a2a0e; }
  .bar div { background: #3fc796; }
  pre { background: #222a33; }
}
)";

std::string PageRow(const CriterionReport& report, const CoverOptions& options, bool known) {
  const std::string name = EscapeMarkup(CriterionText(report.criterion, options));
  if (!known) {
    return fmt::format("<tr><td>{}</td><td>{}</td><td>not known</td></tr>\n", name,
                       Grouped(report.covered));
  }
  const double part = report.reachable == 0 ? 100
                                            : 100.0 * static_cast<double>(report.covered) /
                                                  static_cast<double>(report.reachable);
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><div class=\"bar\"><div "
      "style=\"width: {:.1f}%\"></div></div></td><td>{}</td><td>{}</td></tr>\n",
      name, Grouped(report.covered), Grouped(report.reachable),
      PercentText(report.covered, report.reachable), part, Grouped(report.sure),
      PercentText(report.sure, report.reachable));
}

std::string PageList(const std::string& title, const std::vector<Point>& list,
                     const Points& points) {
  if (list.empty()) return "";
  std::string text = fmt::format("<details><summary>{} ({})</summary>\n<ul>\n", EscapeMarkup(title),
                                 Grouped(list.size()));
  for (std::size_t i = 0; i < list.size() && i < kMostListed; ++i) {
    text += fmt::format(
        "<li>{}</li>\n",
        EscapeMarkup(points.Text(list[i]) + InBrackets(PlaceText(points.Where(list[i])))));
  }
  if (list.size() > kMostListed)
    text += fmt::format("<li>... and {} more</li>\n", list.size() - kMostListed);
  return text + "</ul>\n</details>\n";
}

/// The element of a picture, without what only a file of its own has before it.
std::string_view SvgElement(std::string_view svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string_view::npos ? svg : svg.substr(begin);
}

}  // namespace

std::string CoverPage(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const Points& points, const CoverResult& result,
                      const std::vector<ModulePicture>& pictures) {
  const std::string title = "Coverage of " + EscapeMarkup(options.model.path);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n<pre>{}</pre>\n",
      title, kStyle, title, EscapeMarkup(CoverHeading(model, options, result)));
  page +=
      result.space_known
          ? "<table>\n<tr><th>criterion</th><th>covered</th><th>reachable</th><th></th><th></th>"
            "<th>sure</th><th></th></tr>\n"
          : "<table>\n<tr><th>criterion</th><th>covered</th><th>reachable</th></tr>\n";
  for (const CriterionReport& report : result.criteria) {
    page += PageRow(report, options, result.space_known);
  }
  page += "</table>\n";
  const std::string unreachable = result.space_known ? "no run reaches" : "not in these runs";
  for (const CriterionReport& report : result.criteria) {
    const std::string name = CriterionText(report.criterion, options);
    page += PageList("not covered, " + name, report.missing, points);
    page += PageList(unreachable + ", " + name, report.unreachable, points);
  }
  for (const ModulePicture& picture : pictures) {
    for (const std::string& svg : picture.pages) {  // a picture has its name as its heading
      page += fmt::format("<figure aria-label=\"{}\">\n{}</figure>\n", EscapeMarkup(picture.module),
                          SvgElement(svg));
    }
  }
  return page + "</body>\n</html>\n";
}

}  // namespace cpngen
