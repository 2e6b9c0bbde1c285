#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text_layout.h"
#include "cpngen/commands/report/report_sections.h"
#include "cpngen/commands/report/shown_path.h"
#include "cpngen/text.h"
#include "suite/compare.h"
#include "suite/suite.h"

namespace cpngen {
namespace {

using trace::Outcome;

/// Of what a case does and expects, so many characters.
constexpr std::size_t kMostCaseCharacters = 300;

std::string SuiteId(std::size_t index) { return fmt::format("suite-{}", index + 1); }

/// Of the elements of a case as many as fit, in one line.
class CaseLine {
 public:
  void Add(const xml::Element& parent, const char* separator) {
    for (const xml::Element& element : parent.children) {
      if (Full()) return;
      if (!text_.empty()) text_ += separator;
      text_ += suite::OneLine(element);
      separator = ", ";
    }
  }
  void Add(const std::string& word) { text_ += text_.empty() ? word : ' ' + word; }
  bool Full() const { return text_.size() > 4 * kMostCaseCharacters; }
  std::string Text() const { return base::Cut(text_, kMostCaseCharacters); }

 private:
  std::string text_;
};

/// "Request{client='1'} -> Granted{client='1'}; Release{...}".
std::string CaseText(const suite::Case& test_case) {
  CaseLine line;
  for (const xml::Element& child : test_case.element->children) {
    if (line.Full()) break;
    if (suite::kTestValues.Is(child.name)) line.Add(child, "; ");
    if (suite::kTestOracles.Is(child.name)) line.Add(child, " -> ");
    if (suite::kOneOf.Is(child.name)) {
      line.Add(fmt::format("-> one of {} outcomes",
                           child.FindChildren(suite::kAlternative.published).size()));
    }
  }
  return line.Text();
}

std::string HowMade(const suite::Suite& suite) {
  const auto& made = suite.provenance();
  if (!made) return "by hand, or by others";
  std::string text = suite::MethodName(made->method);
  if (made->runs) text += fmt::format(", {}", Plural(*made->runs, "run"));
  if (made->seed) text += fmt::format(", seed {}", *made->seed);
  if (made->merged) text += ", merged";
  if (!made->goal.empty()) text += ", for " + made->goal;
  return text;
}

std::string ParametersOf(const suite::Suite& suite) {
  std::string text;
  if (!suite.provenance()) return text;
  for (const auto& [name, value] : suite.provenance()->parameters) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return base::Cut(text, kMostCaseCharacters);
}

/// kNone when the case was not executed.
Outcome VerdictOfCase(const VerdictsOfFile& verdicts, const suite::Suite& suite,
                      const suite::Case& test_case) {
  const auto found = verdicts.find({suite.name(), test_case.id});
  return found == verdicts.end() ? Outcome::kNone : found->second;
}

/// How the cases of a suite went, in few words.
Cell Summary(const suite::Suite& suite, const CaseVerdicts& verdicts) {
  const VerdictsOfFile& of_file = verdicts.Of(suite.file());
  std::size_t passed = 0, failed = 0, inconclusive = 0;
  for (const suite::Case& test_case : suite.cases()) {
    const Outcome verdict = VerdictOfCase(of_file, suite, test_case);
    if (verdict == Outcome::kPass) ++passed;
    if (verdict == Outcome::kFail) ++failed;
    if (verdict == Outcome::kInconclusive) ++inconclusive;
  }
  const std::size_t executed = passed + failed + inconclusive;
  if (executed == 0) return {"not run", Look::kMuted};
  std::string text = failed > 0         ? fmt::format("{} failed", Grouped(failed))
                     : inconclusive > 0 ? fmt::format("{} inconclusive", Grouped(inconclusive))
                                        : "passed";
  if (executed < suite.cases().size()) {
    text += fmt::format(", {} not run", Grouped(suite.cases().size() - executed));
  }
  return {text, failed > 0 ? Look::kBad : inconclusive > 0 ? Look::kDoubt : Look::kGood};
}

void AddFiles(const std::vector<const CoverInput*>& suites, const CaseVerdicts& verdicts,
              HtmlPage& page) {
  std::vector<std::string> head{"file", "test", "cases", "made", "parameters"};
  if (!verdicts.empty()) head.insert(head.begin() + 3, "verdict");
  std::vector<Row> rows;
  for (std::size_t i = 0; i < suites.size(); ++i) {
    const suite::Suite& suite = *suites[i]->suite;
    Row row{{ShownPath(suites[i]->path), Look::kPlain, SuiteId(i)},
            {suite.name()},
            {Grouped(suite.cases().size()), Look::kNumber},
            {HowMade(suite), Look::kMuted},
            {ParametersOf(suite), Look::kMuted}};
    if (!verdicts.empty()) row.insert(row.begin() + 3, Summary(suite, verdicts));
    rows.push_back(std::move(row));
  }
  page.Table(head, rows);
}

void AddObserved(cpn::lua::LuaModel& model, const CoverPlan& plan, std::uint64_t list,
                 HtmlPage& page) {
  std::vector<std::string> seen;
  for (const CoverGroup& group : plan.groups) {
    const std::string& name = group.options.specification;
    if (name.empty() || std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
    seen.push_back(name);
    const cpn::lua::TestSpecification& specification = model.Specification(name);
    std::vector<std::string> transitions;
    for (const cpn::Transition& transition : model.net().transitions()) {
      if (specification.Observes(transition)) transitions.push_back(transition.name);
    }
    page.BeginDetails(fmt::format("What test \"{}\" observes: {} of {}", name,
                                  Plural(transitions.size(), "transition"),
                                  Grouped(model.net().transitions().size())));
    const std::size_t all = transitions.size();
    if (all > list) transitions.resize(list);
    page.List(transitions, all - transitions.size());
    page.EndDetails();
  }
}

void AddCases(const suite::Suite& suite, const CaseVerdicts& verdicts, std::uint64_t list,
              HtmlPage& page) {
  std::vector<std::string> head{"case", "what it does -> what must come"};
  if (!verdicts.empty()) head.insert(head.begin() + 1, "verdict");
  // What did not pass comes first, so that it is not among what is left out.
  const VerdictsOfFile& of_file = verdicts.Of(suite.file());
  std::vector<std::pair<const suite::Case*, Outcome>> cases;
  for (const suite::Case& test_case : suite.cases()) {
    cases.emplace_back(&test_case, VerdictOfCase(of_file, suite, test_case));
  }
  if (cases.size() > list) {
    std::stable_partition(cases.begin(), cases.end(), [](const auto& each) {
      return each.second == Outcome::kFail || each.second == Outcome::kInconclusive;
    });
    cases.resize(list);
  }
  std::vector<Row> rows;
  for (const auto& [test_case, verdict] : cases) {
    Row row{{test_case->id, Look::kCode}, {CaseText(*test_case), Look::kCode}};
    if (!verdicts.empty()) row.insert(row.begin() + 1, VerdictCell(verdict));
    rows.push_back(std::move(row));
  }
  page.Table(head, rows, suite.cases().size() - rows.size());
}

}  // namespace

Cell VerdictCell(Outcome verdict) {
  if (verdict == Outcome::kNone) return {"not run", Look::kMuted};
  return {std::string(trace::NameOf(verdict)), verdict == Outcome::kPass   ? Look::kGood
                                               : verdict == Outcome::kFail ? Look::kBad
                                                                           : Look::kDoubt};
}

void AddSuiteSection(cpn::lua::LuaModel& model, const CoverPlan& plan, const CaseVerdicts& verdicts,
                     std::uint64_t list, HtmlPage& page) {
  std::vector<const CoverInput*> suites;
  std::size_t cases = 0;
  for (const CoverInput* input : plan.in_order) {
    if (!input->suite) continue;
    suites.push_back(input);
    cases += input->suite->cases().size();
  }
  page.Section("suites", "Test suites");
  page.Paragraph(fmt::format("{} test case{} in {}.", Grouped(cases), cases == 1 ? "" : "s",
                             Plural(suites.size(), "file")));
  AddFiles(suites, verdicts, page);
  AddObserved(model, plan, list, page);
  for (std::size_t i = 0; i < suites.size(); ++i) {
    page.Heading(ShownPath(suites[i]->path), SuiteId(i));
    page.BeginDetails(Plural(suites[i]->suite->cases().size(), "case"), suites.size() == 1);
    AddCases(*suites[i]->suite, verdicts, list, page);
    page.EndDetails();
  }
}

}  // namespace cpngen
