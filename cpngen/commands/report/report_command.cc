#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/markup.h"
#include "base/progress.h"
#include "cpn/ctl/check.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/cover/cover_report.h"
#include "cpngen/commands/failure_report.h"
#include "cpngen/commands/report/report_inputs.h"
#include "cpngen/commands/report/report_sections.h"
#include "cpngen/commands/report/shown_path.h"
#include "cpngen/exploration.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/page/html_page.h"
#include "cpngen/properties.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

/// Of suites that are not measured, so many are named on the terminal.
constexpr std::size_t kMostNoted = 3;

ExplorationLimits ExplorationLimitsOf(const ReportOptions& options) {
  ExplorationLimits limits;
  static_cast<ResourceLimits&>(limits) = options.limits;
  limits.workers = options.workers;
  limits.max_states = options.max_states;
  return limits;
}

/// A stopped command writes no page: only --max-states makes one of a part.
void RequireTime(const base::Budget& budget) {
  const base::StopReason reason = budget.reason();  // the exploration has lowered the flag again
  if (reason != base::StopReason::kNone) throw base::StopError(reason);
}

/// `page` without the folders of the absolute paths among `paths`: they are nobody else's business,
/// and the page does not depend on them.
std::string WithoutFolders(std::string page, const Paths& paths) {
  std::vector<std::string> folders;
  for (const std::filesystem::path& path : paths) {
    if (!path.is_absolute() || path.parent_path() == path.root_path()) continue;
    folders.push_back(base::EscapeMarkup(path.parent_path().string() + '/'));
  }
  std::sort(folders.begin(), folders.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;  // the innermost first
  });
  for (const std::string& folder : folders) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t found; (found = page.find(folder, at)) != std::string::npos;) {
      out.append(page, at, found - at);
      at = found + folder.size();
    }
    if (at > 0) page = out.append(page, at);
  }
  return page;
}

class ReportRun {
 public:
  ReportRun(const ReportOptions& options, const Streams& streams)
      : options_(options),
        streams_(streams),
        limits_(ExplorationLimitsOf(options)),
        progress_(streams.progress ? &streams.err : nullptr),
        model_(LoadModelFor(options.model, &streams.err, streams.budget)) {}

  ExitCode Write() {
    Paths inputs = InputsOf(options_.model, *model_);
    inputs.insert(inputs.end(), options_.files.begin(), options_.files.end());
    RequireOutputs({{"-o", options_.html}}, inputs);
    if (!model_->properties().empty() || !options_.properties.empty()) {
      properties_ = ChooseProperties(*model_, options_.model.path, options_.properties);
    }
    streams_.budget->Enter("reading the inputs");
    ReportInputs read = ReadReportInputs(*model_, options_.files);
    results_ = std::move(read.results);
    plan_ = PlanCoverage(*model_, options_, std::move(read.inputs));
    NoteUnmeasured();
    HtmlPage sections("");
    Measure(sections);
    const std::string document = Page(std::move(sections));
    Paths named = inputs;
    named.emplace_back(options_.html);
    WriteFiles({{options_.html, WithoutFolders(document, named)}}, inputs);
    streams_.out << options_.html << ": " << Summary() << '\n';
    return ExitCode::kDone;
  }

 private:
  void NoteUnmeasured() const {
    for (std::size_t i = 0; i < plan_.others.size(); ++i) {
      if (i == kMostNoted) {
        streams_.err << fmt::format("cpngen: note: and {} more, the page has them\n",
                                    plan_.others.size() - i);
        break;
      }
      streams_.err << fmt::format("cpngen: note: {}: its coverage is not measured: {}\n",
                                  plan_.others[i].input.path, plan_.others[i].why);
    }
  }

  /// Explores, checks and measures, and writes the sections about the model.
  void Measure(HtmlPage& page) {
    const cpn::ExplorationOptions exploration =
        MakeExplorationOptions(limits_, progress_, *streams_.budget);
    try {
      streams_.budget->Enter("exploring");
      const cpn::StateSpace space = cpn::Explore(model_->engine(), exploration);
      progress_.Clear();
      RequireTime(*streams_.budget);
      space_ = cpn::report::MakeReport(model_->engine(), space);
      MeasureCoverage(*model_, plan_, space_.complete(), streams_);
      streams_.budget->Enter("drawing " + options_.model.path);
      AddModelSection(*model_, plan_, *streams_.budget, page);
      AddSpaceSection(*model_, space, space_, LimitText(space_.end, limits_, *streams_.budget),
                      options_.list, page);
    } catch (const cpn::ExplorationError& error) {
      progress_.Clear();
      const std::string text = FailureText(*model_, options_.model, error);
      streams_.out << (streams_.colour ? Coloured(text) : text);
      throw;
    }
    if (properties_.empty()) return;
    streams_.budget->Enter("checking");
    cpn::ctl::CheckOptions check;
    check.exploration = exploration;
    checked_ = cpn::ctl::Check(model_->engine(), model_->state_functions(), properties_, check);
    progress_.Clear();
    RequireTime(*streams_.budget);
    AddPropertySection(*model_, checked_, page);
  }

  std::string Page(HtmlPage sections) {
    const bool suites =
        std::any_of(plan_.in_order.begin(), plan_.in_order.end(),
                    [](const CoverInput* input) { return input->suite.has_value(); });
    if (suites) {
      AddSuiteSection(*model_, plan_, CaseVerdicts(results_), options_.list, sections);
    }
    if (!results_.empty()) AddVerdictSection(results_, options_.list, sections);
    if (!plan_.in_order.empty()) {
      AddCoverageSection(*model_, plan_, options_.list, *streams_.budget, sections);
    }
    HtmlPage page(ShownPath(options_.model.path));
    const std::string parameters = ParametersText(*model_);
    if (!parameters.empty()) page.Paragraph(parameters, Look::kMuted);
    page.Tiles(Tiles());
    page.Append(std::move(sections));
    return page.Document();
  }

  std::size_t CountOf(cpn::ctl::Verdict verdict) const {
    return static_cast<std::size_t>(
        std::count_if(checked_.begin(), checked_.end(),
                      [&](const cpn::ctl::Result& result) { return result.verdict == verdict; }));
  }

  std::size_t CountOf(trace::Outcome verdict) const {
    std::size_t count = 0;
    for (const ResultsFile& file : results_) count += file.Count(verdict);
    return count;
  }

  std::size_t Executions() const {
    std::size_t count = 0;
    for (const ResultsFile& file : results_) count += file.cases.size();
    return count;
  }

  std::vector<Tile> Tiles() const {
    const std::string more = space_.complete() ? "" : " or more";
    std::vector<Tile> tiles{{Grouped(space_.nodes) + more, "states",
                             space_.complete() ? Look::kPlain : Look::kDoubt, "space"},
                            {Grouped(space_.dead_markings.size()) + more,
                             space_.dead_markings.size() == 1 ? "dead marking" : "dead markings",
                             Look::kPlain, "space"}};
    if (!checked_.empty()) {
      const std::size_t violated = CountOf(cpn::ctl::Verdict::kViolated);
      const std::size_t unknown = CountOf(cpn::ctl::Verdict::kUnknown);
      const std::string of = fmt::format(" of {}", checked_.size());
      if (violated > 0) {
        tiles.push_back({Grouped(violated) + of, "properties violated", Look::kBad, "properties"});
      }
      if (unknown > 0) {
        tiles.push_back({Grouped(unknown) + of, "properties unknown", Look::kDoubt, "properties"});
      }
      if (violated + unknown == 0) {
        tiles.push_back({fmt::format("{0} of {0}", checked_.size()), "properties hold", Look::kGood,
                         "properties"});
      }
    }
    AddTilesOfTests(tiles);
    return tiles;
  }

  void AddTilesOfTests(std::vector<Tile>& tiles) const {
    std::size_t cases = 0;
    for (const CoverInput* input : plan_.in_order) {
      if (input->suite) cases += input->suite->cases().size();
    }
    if (cases > 0) tiles.push_back({Grouped(cases), "test cases", Look::kPlain, "suites"});
    if (Executions() > 0) {
      const std::size_t bad = Executions() - CountOf(trace::Outcome::kPass);
      tiles.push_back({bad == 0 ? fmt::format("{0} of {0}", Grouped(Executions()))
                                : fmt::format("{} of {}", Grouped(bad), Grouped(Executions())),
                       bad == 0 ? "executions passed" : "executions did not pass",
                       bad == 0 ? Look::kGood : Look::kBad, "verdicts"});
    }
    for (const CoverGroup& group : plan_.groups) {
      if (group.run == nullptr || !group.run->result().space_known) continue;
      const CoverResult& result = group.run->result();
      for (const model_coverage::CriterionReport& report : result.criteria) {
        if (report.criterion != model_coverage::Criterion::kArcs) continue;
        tiles.push_back({PercentText(report.covered, report.reachable),
                         result.specification.empty()
                             ? "of the arcs covered"
                             : "of the arcs covered by " + result.specification,
                         Look::kPlain, "coverage"});
      }
    }
  }

  /// "100 states, 1 of 2 properties violated, 3 of 8 executions did not pass"
  std::string Summary() const {
    std::string text;
    for (const Tile& tile : Tiles()) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", tile.value, tile.label);
    }
    return text;
  }

  const ReportOptions& options_;
  const Streams& streams_;
  const ExplorationLimits limits_;
  base::Progress progress_;
  std::unique_ptr<LuaModel> model_;
  std::vector<const cpn::ctl::Property*> properties_;
  std::vector<ResultsFile> results_;
  CoverPlan plan_;
  cpn::report::StateSpaceReport space_;
  std::vector<cpn::ctl::Result> checked_;
};

}  // namespace

ExitCode Report(const ReportOptions& options, const Streams& streams) {
  RequireOutputs({{"-o", options.html}}, {options.model.path});
  return ReportRun(options, streams).Write();
}

}  // namespace cpngen
