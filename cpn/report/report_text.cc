#include "cpn/report/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "cpn/report/report_parts.h"

namespace cpn::report {
namespace {

constexpr std::size_t kLineWidth = 100;
constexpr const char* kUnknownLine = "     Unknown: the state space is partial\n";

std::string Status(ExplorationEnd end, const std::string& limit) {
  return end == ExplorationEnd::kComplete ? "complete" : "partial, because of " + limit;
}

class ReportWriter {
 public:
  ReportWriter(const Engine& engine, const StateSpaceReport& report, const std::string& limit)
      : engine_(engine), report_(report), limit_(limit), partial_(!report.complete()) {
    for (const Place& place : engine.net().places()) {
      name_width_ = std::max(name_width_, place.name.size());
    }
  }

  std::string Write() {
    Statistics();
    text_ += Section("Boundedness Properties");
    IntegerBounds();
    MultiSetBounds("Best Upper Multi-set Bounds", ">=", &PlaceBounds::upper_multi_set);
    MultiSetBounds("Best Lower Multi-set Bounds", "<=", &PlaceBounds::lower_multi_set);
    text_ += Section("Home Properties");
    Home();
    text_ += Section("Liveness Properties");
    DeadMarkings();
    text_ += Heading("Dead Transition Instances");
    TransitionList(report_.dead_transitions, partial_ ? " (has not occurred so far)" : "");
    text_ += Heading("Live Transition Instances");
    if (report_.live_transitions) {
      TransitionList(*report_.live_transitions);
    } else {
      text_ += kUnknownLine;
    }
    text_ += Section("Fairness Properties");
    FairnessLists();
    return std::move(text_);
  }

 private:
  /// What is said of a number that can only grow.
  const char* AtLeast() const { return partial_ ? " or more" : ""; }

  void Statistics() {
    text_ += Section("Statistics").substr(1);
    text_ += Heading("State Space");
    text_ += fmt::format("     Nodes:  {}{}\n     Arcs:   {}{}\n     Depth:  {}{}\n", report_.nodes,
                         AtLeast(), report_.arcs, AtLeast(), report_.depth, AtLeast());
    text_ += fmt::format("     Status: {}\n", Status(report_.end, limit_));
    if (partial_) {
      text_ += fmt::format("             {} nodes are not expanded: their arcs are unknown\n",
                           report_.nodes - report_.expanded);
    }
    const char* const of_part = partial_ ? " in the explored part" : "";
    text_ += Heading("Scc Graph");
    text_ += fmt::format("     Nodes:  {}{}\n     Arcs:   {}{}\n", report_.scc.nodes, of_part,
                         report_.scc.arcs, of_part);
  }

  const std::string& PlaceName(std::size_t place) const {
    return engine_.net().places()[place].name;
  }

  void IntegerBounds() {
    text_ += Heading("Best Integer Bounds");
    text_ += fmt::format("     {:{}}  {:>10}  {:>10}\n", "", name_width_, "Upper", "Lower");
    for (std::size_t place = 0; place < report_.bounds.size(); ++place) {
      const PlaceBounds& bounds = report_.bounds[place];
      text_ += fmt::format("     {:{}}  {:>10}  {:>10}\n", PlaceName(place), name_width_,
                           fmt::format("{}{}", partial_ ? ">= " : "", bounds.upper),
                           fmt::format("{}{}", partial_ ? "<= " : "", bounds.lower));
    }
  }

  /// Breaks the line between tokens where it would be too long.
  std::string FormatTokens(MultiSet tokens, std::size_t indent) const {
    if (tokens == MultiSet{}) return "empty";
    std::string text;
    std::size_t column = indent;
    for (const MultiSetEntry& entry : engine_.multisets().Entries(tokens)) {
      const std::string token =
          fmt::format("{}`{}", entry.count, engine_.values().Format(entry.value));
      if (!text.empty()) {
        const bool fits = column + token.size() + 6 <= kLineWidth;
        text += fits ? " ++ " : fmt::format(" ++\n{:{}}", "", indent);
        column = fits ? column + 4 : indent;
      }
      text += token;
      column += token.size();
    }
    return text;
  }

  void MultiSetBounds(const char* title, const char* relation, MultiSet PlaceBounds::*bound) {
    text_ += Heading(title);
    for (std::size_t place = 0; place < report_.bounds.size(); ++place) {
      std::string line = fmt::format("     {:{}}  ", PlaceName(place), name_width_);
      if (partial_) line += fmt::format("{} ", relation);
      text_ += line + FormatTokens(report_.bounds[place].*bound, line.size()) + '\n';
    }
  }

  void Home() {
    text_ += Heading("Home Markings");
    if (!report_.home) {
      text_ += kUnknownLine;
    } else if (report_.home->kind == HomeKind::kAll) {
      text_ += "     All\n";
    } else if (report_.home->kind == HomeKind::kNone) {
      text_ += "     None\n";
    } else {
      text_ += fmt::format("     {}\n", FormatNodes(report_.home->nodes));
    }
  }

  void DeadMarkings() {
    text_ += Heading("Dead Markings");
    const std::vector<NodeId>& dead = report_.dead_markings;
    const char* const so_far = partial_ ? " so far" : "";
    text_ += fmt::format("     {}{}\n", dead.empty() ? "None" : FormatNodes(dead), so_far);
    if (dead.empty()) return;
    // Numbers alone say little: the first one in full.
    const std::string marking = engine_.FormatMarking(*report_.first_dead);
    text_ += fmt::format("     Marking {}:{}\n", dead.front() + 1, marking.empty() ? " empty" : "");
    for (std::size_t from = 0; from < marking.size();) {
      const std::size_t end = std::min(marking.find('\n', from), marking.size());
      text_ += fmt::format("       {}\n", std::string_view(marking).substr(from, end - from));
      from = end + 1;
    }
  }

  void TransitionList(const std::vector<TransitionId>& transitions, const char* remark = "") {
    if (transitions.empty()) {
      text_ += "     None\n";
    } else if (transitions.size() == engine_.net().transitions().size() && *remark == '\0') {
      text_ += "     All\n";
    } else {
      for (const TransitionId t : transitions) {
        text_ += fmt::format("     {}{}\n", engine_.net().transitions()[t].name, remark);
      }
    }
  }

  void FairnessLists() {
    if (!report_.infinite_sequences) {
      text_ += kUnknownLine;
      return;
    }
    if (!*report_.infinite_sequences) {
      text_ += kNoCycle;
      return;
    }
    for (const auto& [fairness, title] : kFairnessTitles) {
      text_ += Heading(title);
      TransitionList(TransitionsWith(fairness, report_));
    }
  }

  const Engine& engine_;
  const StateSpaceReport& report_;
  const std::string& limit_;
  const bool partial_;
  std::size_t name_width_ = 0;
  std::string text_;
};

}  // namespace

std::string FormatReport(const Engine& engine, const StateSpaceReport& report,
                         const std::string& limit) {
  return ReportWriter(engine, report, limit).Write();
}

namespace {

std::string NumberText(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "more than 10^19";
}

/// What the nodes, each the representative of an orbit, stand for.
std::string OrbitsText(const symmetry::OrbitStatistics& orbits, const char* at_least) {
  std::string text = Heading("Symmetry") + fmt::format(
                                               "     Every node stands for an orbit of markings\n"
                                               "     Permutations:  {}\n"
                                               "     Markings:      {}{}\n",
                                               NumberText(orbits.group_order),
                                               NumberText(orbits.states), at_least);
  if (!orbits.has_arcs) return text;
  return text + fmt::format("     Arcs:          {}{}\n     Dead markings: {}{}\n",
                            NumberText(orbits.arcs), at_least, NumberText(orbits.dead_markings),
                            at_least);
}

}  // namespace

std::string FormatCount(const StateCount& count, const std::string& limit) {
  const bool partial = count.end != ExplorationEnd::kComplete;
  const char* const at_least = partial ? " or more" : "";
  return Section("Statistics").substr(1) + Heading("State Space") +
         fmt::format("     Nodes:  {}{}\n     Arcs:   {}{}\n     Depth:  {}{}\n     Status: {}\n",
                     count.states, at_least, count.arcs, at_least, count.depth, at_least,
                     Status(count.end, limit)) +
         (count.orbits ? OrbitsText(*count.orbits, at_least) : "") +
         Section("Liveness Properties") + Heading("Dead Markings") +
         fmt::format("     {}{}\n", count.dead_markings, at_least);
}

}  // namespace cpn::report
