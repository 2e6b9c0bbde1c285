#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text_layout.h"
#include "cpn/report/growth_text.h"
#include "cpngen/commands/report/report_sections.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using cpn::report::Fairness;
using cpn::report::HomeKind;
using cpn::report::StateSpaceReport;

/// Of a multi-set, and of a marking, so many characters.
constexpr std::size_t kMostTokenCharacters = 400;
/// Of dead markings, so many are shown in full.
constexpr std::size_t kMostDeadShown = 5;

class SpaceSection {
 public:
  SpaceSection(const cpn::Engine& engine, const cpn::StateSpace& space,
               const StateSpaceReport& report, std::uint64_t list, HtmlPage& page)
      : engine_(engine),
        space_(space),
        report_(report),
        list_(list),
        page_(page),
        partial_(!report.complete()) {}

  void Limit(const std::string& limit) {
    if (!partial_) return;
    page_.Paragraph(
        fmt::format("Not all of the state space was explored, because of {}: {} markings were not "
                    "looked behind. What follows is of the part that was seen; what more of it "
                    "could change is marked.",
                    limit, Grouped(report_.nodes - report_.expanded)),
        Look::kDoubt);
    for (const std::string& hint : cpn::report::GrowthSentences(engine_.net(), report_.growth)) {
      page_.Paragraph("Hint: " + hint + ".");
    }
  }

  void Statistics() {
    const std::string more = partial_ ? " or more" : "";
    std::vector<Row> rows{
        {{"states"}, {Grouped(report_.nodes) + more, Look::kNumber}},
        {{"arcs"}, {Grouped(report_.arcs) + more, Look::kNumber}},
        {{"depth, steps to the farthest state"}, {Grouped(report_.depth) + more, Look::kNumber}},
        {{partial_ ? "strongly connected components of what was seen"
                   : "strongly connected components"},
         {Grouped(report_.scc.nodes), Look::kNumber}},
        {{"dead markings"}, {Grouped(report_.dead_markings.size()) + more, Look::kNumber}},
        {{"home markings"}, {HomeText(), Look::kNumber}},
        {{"infinite occurrence sequences"}, {SequencesText(), Look::kNumber}}};
    page_.Table({"", ""}, rows);
  }

  void DeadMarkings() {
    const std::vector<cpn::NodeId>& dead = report_.dead_markings;
    if (dead.empty()) return;
    page_.BeginDetails(fmt::format("Dead markings ({})", Grouped(dead.size())));
    const std::size_t shown = std::min(dead.size(), kMostDeadShown);
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string marking = engine_.FormatMarking(space_.MarkingOf(dead[i]));
      page_.Paragraph(fmt::format("Marking {}:", dead[i] + 1));
      page_.Preformatted(marking.empty() ? "no tokens" : marking);
    }
    if (dead.size() > shown) {
      page_.Paragraph(fmt::format("... and {} more", Grouped(dead.size() - shown)), Look::kMuted);
    }
    page_.EndDetails();
  }

  void Transitions() {
    List(partial_ ? "Transitions that have not occurred so far" : "Dead transitions",
         report_.dead_transitions);
    if (report_.live_transitions) List("Live transitions", *report_.live_transitions);
    if (!report_.fairness) return;
    for (const auto& [fairness, title] :
         {std::pair(Fairness::kImpartial, "Impartial transitions"),
          std::pair(Fairness::kFair, "Fair transitions"),
          std::pair(Fairness::kJust, "Just transitions"),
          std::pair(Fairness::kNone, "Transitions without fairness")}) {
      std::vector<cpn::TransitionId> with;
      for (cpn::TransitionId t = 0; t < report_.fairness->size(); ++t) {
        if ((*report_.fairness)[t] == fairness) with.push_back(t);
      }
      if (!with.empty()) List(title, with);
    }
  }

  void Bounds() {
    const std::string at_least = partial_ ? ">= " : "", at_most = partial_ ? "<= " : "";
    const bool lower =
        std::any_of(report_.bounds.begin(), report_.bounds.end(),
                    [](const auto& bounds) { return bounds.lower_multi_set != cpn::MultiSet{}; });
    std::vector<std::string> head{"place", "most tokens", "least", "upper multi-set bound"};
    if (lower) head.emplace_back("lower multi-set bound");
    std::vector<Row> rows;
    for (std::size_t place = 0; place < report_.bounds.size() && rows.size() < list_; ++place) {
      const cpn::report::PlaceBounds& bounds = report_.bounds[place];
      rows.push_back({{engine_.net().places()[place].name, Look::kCode},
                      {at_least + Grouped(bounds.upper), Look::kNumber},
                      {at_most + Grouped(bounds.lower), Look::kNumber},
                      {TokensText(bounds.upper_multi_set), Look::kCode}});
      if (lower) rows.back().push_back({TokensText(bounds.lower_multi_set), Look::kCode});
    }
    page_.BeginDetails(fmt::format("Bounds of places ({})", Grouped(report_.bounds.size())),
                       report_.bounds.size() <= 12);
    page_.Table(head, rows, report_.bounds.size() - rows.size());
    page_.EndDetails();
  }

 private:
  std::string HomeText() const {
    if (!report_.home) return "not known";
    if (report_.home->kind == HomeKind::kAll) return "all";
    return report_.home->kind == HomeKind::kNone ? "none" : Grouped(report_.home->count);
  }

  std::string SequencesText() const {
    if (!report_.infinite_sequences) return "not known";
    return *report_.infinite_sequences ? "there are some" : "none";
  }

  std::string TokensText(cpn::MultiSet tokens) const {
    std::string text;
    for (const cpn::MultiSetEntry& entry : engine_.multisets().Entries(tokens)) {
      if (!text.empty()) text += " ++ ";
      text += fmt::format("{}`{}", entry.count, engine_.values().Format(entry.value));
      if (text.size() > 4 * kMostTokenCharacters) break;
    }
    return base::Cut(text, kMostTokenCharacters);
  }

  void List(const char* title, const std::vector<cpn::TransitionId>& transitions) {
    const std::size_t all = engine_.net().transitions().size();
    if (transitions.empty() || transitions.size() == all) {
      page_.Paragraph(fmt::format("{}: {}", title, transitions.empty() ? "none" : "all"));
      return;
    }
    page_.BeginDetails(
        fmt::format("{} ({} of {})", title, Grouped(transitions.size()), Grouped(all)));
    std::vector<std::string> names;
    for (const cpn::TransitionId t : transitions) {
      if (names.size() == list_) break;
      names.push_back(engine_.net().transitions()[t].name);
    }
    page_.List(names, transitions.size() - names.size());
    page_.EndDetails();
  }

  const cpn::Engine& engine_;
  const cpn::StateSpace& space_;
  const StateSpaceReport& report_;
  const std::uint64_t list_;
  HtmlPage& page_;
  const bool partial_;
};

}  // namespace

void AddSpaceSection(cpn::lua::LuaModel& model, const cpn::StateSpace& space,
                     const StateSpaceReport& report, const std::string& limit, std::uint64_t list,
                     HtmlPage& page) {
  page.Section("space", "State space");
  SpaceSection section(model.engine(), space, report, list, page);
  section.Limit(limit);
  section.Statistics();
  section.DeadMarkings();
  section.Transitions();
  section.Bounds();
}

}  // namespace cpngen
