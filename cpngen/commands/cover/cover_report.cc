#include "cpngen/commands/cover/cover_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cpngen/load.h"
#include "cpngen/text.h"
#include "cpngen/trace.h"
#include "cpngen/value_json.h"

namespace cpngen {
namespace {

using model_coverage::Criterion;
using model_coverage::CriterionReport;
using model_coverage::Point;
using model_coverage::Points;

/// Ids of cases for a line of text.
std::string Few(const std::vector<std::string>& ids) {
  constexpr std::size_t kMost = 10;
  const std::vector<std::string> first(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, ids.size())));
  return fmt::format("{}{}", fmt::join(first, ", "),
                     ids.size() > kMost ? fmt::format(" and {} more", ids.size() - kMost) : "");
}

std::string FileLine(const CoveredFile& file, const CoverResult& result) {
  if (!file.is_suite) return fmt::format("{}: {}\n", file.path, Plural(file.count, "run"));
  std::string line =
      fmt::format("{}: {} of test \"{}\", of which the model has {}\n", file.path,
                  Plural(file.count, "case"), result.specification, Grouped(result.model_cases));
  if (!file.unknown.empty()) {
    line += fmt::format("{}: no run of the model shows {} {}; {} nothing\n", file.path,
                        file.unknown.size() == 1 ? "case" : "cases", Few(file.unknown),
                        file.unknown.size() == 1 ? "it covers" : "they cover");
  }
  return line;
}

std::string RowText(const CriterionReport& report, const CoverOptions& options, bool known) {
  const std::string name = CriterionText(report.criterion, options);
  if (!known) return fmt::format("{:<24}{:>9}{:>11}\n", name, Grouped(report.covered), "not known");
  return fmt::format("{:<24}{:>9}{:>11}{:>10}{:>9}{:>10}\n", name, Grouped(report.covered),
                     Grouped(report.reachable), PercentText(report.covered, report.reachable),
                     Grouped(report.sure), PercentText(report.sure, report.reachable));
}

std::string ListText(const std::vector<Point>& list, const Points& points, std::uint64_t most) {
  std::string text;
  for (std::size_t i = 0; i < list.size() && i < most; ++i) {
    text +=
        fmt::format("  {}{}\n", points.Text(list[i]), InBrackets(PlaceText(points.Where(list[i]))));
  }
  if (list.size() > most) text += fmt::format("  ... and {} more\n", Grouped(list.size() - most));
  return text;
}

Json PointsJson(const std::vector<Point>& list, const Points& points) {
  Json json = Json::array();
  for (const Point& point : list) {
    const std::string where = PlaceText(points.Where(point));
    json.push_back({{"what", points.Text(point)}, {"where", where.empty() ? Json() : Json(where)}});
  }
  return json;
}

}  // namespace

std::string PercentText(std::uint64_t covered, std::uint64_t of) {
  if (covered == of) return "100.0 %";
  return fmt::format(
      "{:.1f} %", std::min(99.9, 100.0 * static_cast<double>(covered) / static_cast<double>(of)));
}

std::string CriterionText(Criterion criterion, const CoverOptions& options) {
  if (criterion != Criterion::kVariable) return std::string(model_coverage::NameOf(criterion));
  return "transitions by " + options.variable;
}

std::string CoverHeading(const cpn::lua::LuaModel& model, const CoverOptions& options,
                         const CoverResult& result) {
  const std::string parameters = ParametersText(model);
  std::string text =
      fmt::format("{}{}{}\n", options.model.path, parameters.empty() ? "" : ": ", parameters);
  if (result.space_known) {
    text += fmt::format("{}, {}\n", Plural(result.states, "state"), Plural(result.arcs, "arc"));
  } else {
    text += fmt::format("more than {} states, the limit: what else could be reached is not known\n",
                        Grouped(options.max_states));
  }
  for (const CoveredFile& file : result.files) text += FileLine(file, result);
  return text;
}

std::string CoverText(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const Points& points, const CoverResult& result) {
  std::string text = CoverHeading(model, options, result);
  text += fmt::format("\n{:<24}{:>9}{:>11}{:>19}\n", "", "covered", "reachable",
                      result.space_known ? "sure" : "");
  if (!result.space_known) text = text.substr(0, text.find_last_not_of(" \n") + 1) + "\n";
  for (const CriterionReport& report : result.criteria) {
    text += RowText(report, options, result.space_known);
  }
  for (const CriterionReport& report : result.criteria) {
    if (report.missing.empty() || options.list == 0) continue;
    text += fmt::format("\nnot covered, {}:\n", CriterionText(report.criterion, options));
    text += ListText(report.missing, points, options.list);
  }
  for (const CriterionReport& report : result.criteria) {
    if (report.unreachable.empty() || options.list == 0) continue;
    text += fmt::format("\n{}, {}:\n", result.space_known ? "no run reaches" : "not in these runs",
                        CriterionText(report.criterion, options));
    text += ListText(report.unreachable, points, options.list);
  }
  return text;
}

std::string CoverJson(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const Points& points, const CoverResult& result) {
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(model);
  const bool suites = !result.specification.empty();
  json["specification"] = suites ? Json(result.specification) : Json();
  json["states"] = result.space_known ? Json(result.states) : Json();
  json["arcs"] = result.space_known ? Json(result.arcs) : Json();
  json["model_cases"] = suites ? Json(result.model_cases) : Json();
  json["files"] = Json::array();
  for (const CoveredFile& file : result.files) {
    json["files"].push_back({{"file", file.path},
                             {"kind", file.is_suite ? "suite" : "runs"},
                             {"count", file.count},
                             {"unknown", file.unknown}});
  }
  json["criteria"] = Json::array();
  for (const CriterionReport& report : result.criteria) {
    json["criteria"].push_back({{"criterion", CriterionText(report.criterion, options)},
                                {"reachable", result.space_known ? Json(report.reachable) : Json()},
                                {"covered", report.covered},
                                {"sure", report.sure},
                                {"missing", PointsJson(report.missing, points)},
                                {"unreachable", PointsJson(report.unreachable, points)}});
  }
  return DumpJson(json);
}

}  // namespace cpngen
