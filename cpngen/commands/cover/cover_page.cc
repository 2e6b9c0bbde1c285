#include "cpngen/commands/cover/cover_page.h"

#include <fmt/format.h>

#include <cstdint>

#include "cpngen/text.h"
#include "cpngen/trace.h"

namespace cpngen {
namespace {

using model_coverage::CriterionReport;
using model_coverage::Point;
using model_coverage::Points;

/// Of a long list, so many stand on the page; the JSON has all.
constexpr std::size_t kMostListed = 2000;

Row FiguresOf(const CriterionReport& report, const CoverOptions& options, bool known) {
  Row row{{CriterionText(report.criterion, options)}, {Grouped(report.covered), Look::kNumber}};
  if (!known) {
    row.push_back({"not known", Look::kMuted});
    return row;
  }
  const double part = report.reachable == 0 ? 1
                                            : static_cast<double>(report.covered) /
                                                  static_cast<double>(report.reachable);
  row.push_back({Grouped(report.reachable), Look::kNumber});
  row.push_back({PercentText(report.covered, report.reachable), Look::kNumber});
  row.push_back({.share = part});
  row.push_back({Grouped(report.sure), Look::kNumber});
  row.push_back({PercentText(report.sure, report.reachable), Look::kNumber});
  return row;
}

void AddPoints(const std::string& title, const std::vector<Point>& list, const Points& points,
               std::uint64_t most, HtmlPage& page) {
  if (list.empty()) return;
  page.BeginDetails(fmt::format("{} ({})", title, Grouped(list.size())));
  std::vector<std::string> items;
  for (std::size_t i = 0; i < list.size() && i < most; ++i) {
    items.push_back(points.Text(list[i]) + InBrackets(PlaceText(points.Where(list[i]))));
  }
  page.List(items, list.size() - items.size());
  page.EndDetails();
}

}  // namespace

void AddCoverage(const CoverOptions& options, const Points& points, const CoverResult& result,
                 std::uint64_t most, HtmlPage& page) {
  std::vector<std::string> head{"criterion", "covered", "reachable"};
  if (result.space_known) head.insert(head.end(), {"", "", "sure", ""});
  std::vector<Row> rows;
  for (const CriterionReport& report : result.criteria) {
    rows.push_back(FiguresOf(report, options, result.space_known));
  }
  page.Table(head, rows);
  const std::string unreachable = result.space_known ? "no run reaches" : "not in these runs";
  for (const CriterionReport& report : result.criteria) {
    const std::string name = CriterionText(report.criterion, options);
    AddPoints("not covered, " + name, report.missing, points, most, page);
    AddPoints(unreachable + ", " + name, report.unreachable, points, most, page);
  }
}

std::string CoverPage(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const Points& points, const CoverResult& result,
                      const std::vector<ModulePicture>& pictures) {
  HtmlPage page("Coverage of " + options.model.path);
  page.Section("figures", "Figures");
  page.Preformatted(CoverHeading(model, options, result));
  AddCoverage(options, points, result, kMostListed, page);
  page.Section("pages", "On the net");
  for (const ModulePicture& picture : pictures) {
    for (const std::string& svg : picture.pages) page.Picture(svg, picture.module);
  }
  return page.Document();
}

}  // namespace cpngen
