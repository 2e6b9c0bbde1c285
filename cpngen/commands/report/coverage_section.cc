#include <fmt/format.h>

#include <string>
#include <vector>

#include "cpngen/commands/cover/cover_page.h"
#include "cpngen/commands/report/module_pages.h"
#include "cpngen/commands/report/report_sections.h"
#include "cpngen/commands/report/shown_path.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

void AddFiles(const CoverResult& result, std::uint64_t list, HtmlPage& page) {
  std::vector<Row> rows;
  for (const CoveredFile& file : result.files) {
    if (rows.size() == list) break;
    std::string note;
    if (!file.unknown.empty()) {
      note = fmt::format("{} cover nothing, since no run of the model shows them: {}{}",
                         Plural(file.unknown.size(), "case"), file.unknown.front(),
                         file.unknown.size() > 1 ? ", ..." : "");
    }
    rows.push_back({{ShownPath(file.path)},
                    {Plural(file.count, file.is_suite ? "case" : "run"), Look::kNumber},
                    {note, Look::kMuted}});
  }
  page.Table({"measured", "", ""}, rows, result.files.size() - rows.size());
}

void AddGroup(cpn::lua::LuaModel& model, const CoverGroup& group, std::size_t number, bool only,
              std::uint64_t list, const base::Budget& budget, HtmlPage& page) {
  const std::string& name = group.options.specification;
  page.Heading(name.empty() ? "Recorded runs" : fmt::format("Test \"{}\"", name));
  if (group.run == nullptr) {
    page.Paragraph(group.problem, Look::kDoubt);
    return;
  }
  const CoverResult& result = group.run->result();
  if (!result.space_known) {
    page.Paragraph(fmt::format("The state space has more than {} states, the limit (--max-states): "
                               "what else could be reached is not known.",
                               Grouped(group.options.max_states)),
                   Look::kDoubt);
  } else if (!result.specification.empty()) {
    page.Paragraph(
        fmt::format("The model has {} of this test.", Plural(result.model_cases, "case")));
  }
  AddFiles(result, list, page);
  AddCoverage(group.options, group.run->points(), result, list, page);
  if (only) return;
  page.BeginDetails("On the net");
  page.Paragraph(kColoursOfCoverage, Look::kMuted);
  AddModulePages(model,
                 CoverColours(model, group.run->items(), group.run->sum(), group.run->total()),
                 fmt::format("covered-{}-", number), budget, page);
  page.EndDetails();
}

}  // namespace

void AddCoverageSection(cpn::lua::LuaModel& model, const CoverPlan& plan, std::uint64_t list,
                        const base::Budget& budget, HtmlPage& page) {
  page.Section("coverage", "Coverage of the model");
  page.Paragraph(
      "A test case stands for all runs of the model that show it and nothing else: covered is what "
      "some such run goes through, sure what all of them do. What no run can reach does not count.",
      Look::kMuted);
  for (std::size_t i = 0; i < plan.groups.size(); ++i) {
    AddGroup(model, plan.groups[i], i + 1, plan.groups.size() == 1, list, budget, page);
  }
  if (plan.others.empty()) return;
  std::vector<Row> rows;
  for (const Unmeasured& other : plan.others) {
    if (rows.size() == list) break;
    rows.push_back({{ShownPath(other.input.path)}, {other.why}});
  }
  page.Heading("Not measured");
  page.Table({"suite", "why"}, rows, plan.others.size() - rows.size());
}

}  // namespace cpngen
