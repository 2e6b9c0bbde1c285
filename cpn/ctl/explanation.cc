#include "cpn/ctl/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace cpn::ctl {
namespace {

/// The markings or arcs of which it is sure that a formula holds, or that it does not.
class Sure {
 public:
  Sure(Labelling& labels, SubformulaId f, bool holds)
      : bits_(holds ? &labels.Lower(f) : &labels.Upper(f)), holds_(holds) {}
  bool operator()(std::size_t i) const { return bits_->Test(i) == holds_; }

 private:
  const Bits* bits_;
  bool holds_;
};

/// Does the operator speak of some path, and not of all?
bool SaysSomePath(Operator op) {
  switch (op) {
    case Operator::kPos:
    case Operator::kAlong:
    case Operator::kExistUntil:
    case Operator::kExistNext:
    case Operator::kModal:
    case Operator::kExistModal:
      return true;
    default:
      return false;
  }
}

class Explainer {
 public:
  Explainer(Labelling& labels, std::string_view property)
      : labels_(labels), graph_(labels.graph()), program_(labels.program()), property_(property) {}

  std::optional<Explanation> Run(SubformulaId id, bool holds) {
    if (!CanShow({id, holds})) return std::nullopt;
    explanation_.evidence.witness = holds;
    Show({id, holds});
    return std::move(explanation_);
  }

 private:
  /// That a formula holds, or does not, of the marking or arc where the evidence now ends.
  struct Claim {
    SubformulaId formula;
    bool holds;
  };
  using Set = std::function<bool(std::size_t)>;

  const Subformula& Formula(Claim claim) const { return program_[claim.formula]; }
  Sure SureOf(Claim claim) { return Sure(labels_, claim.formula, claim.holds); }
  bool IsSure(Claim claim) {
    return SureOf(claim)(Formula(claim).about == About::kArcs ? arc_ : node_);
  }
  bool NeedsAll(Claim claim) const { return (Formula(claim).op == Operator::kAnd) == claim.holds; }
  static bool IsConnective(const Subformula& f) {
    return f.op == Operator::kAnd || f.op == Operator::kOr;
  }
  static bool IsModalOfArc(const Subformula& f) {
    return f.op == Operator::kModal && f.about == About::kArcs;
  }

  /// Is there a path, maybe of no steps, that shows it?
  bool CanShow(Claim claim) {
    const Subformula& f = Formula(claim);
    if (f.op == Operator::kNot) return CanShow({f.operands[0], !claim.holds});
    if (IsConnective(f)) return Choose(claim).has_value();
    if (IsModalOfArc(f)) return CanShow({f.operands[0], claim.holds});
    // From a dead marking there is one path only.
    return f.is_local || SaysSomePath(f.op) == claim.holds || graph_.IsDead(node_);
  }

  /// The operand of an AND or OR to go on with.
  std::optional<Claim> Choose(Claim claim) {
    const Subformula& f = Formula(claim);
    const bool needs_all = NeedsAll(claim);
    for (const SubformulaId operand : f.operands) {
      const Claim candidate{operand, claim.holds};
      if (needs_all && program_[operand].is_local && !f.is_local) continue;
      if ((needs_all || IsSure(candidate)) && CanShow(candidate)) return candidate;
    }
    return std::nullopt;
  }

  /// Appends what shows the claim, which is sure.
  void Show(Claim claim) {
    const Subformula& f = Formula(claim);
    if (f.is_local) return;
    if (f.op == Operator::kNot) return Show({f.operands[0], !claim.holds});
    if (IsConnective(f)) return ShowConnective(claim);
    if (IsModalOfArc(f)) return Show({f.operands[0], claim.holds});
    if (SaysSomePath(f.op) != claim.holds) return ShowOnAllPaths(claim);
    if (IsPathOperator(f.op)) return ShowPath(claim);
    ShowStep(claim);
  }

  void ShowConnective(Claim claim) {
    const std::optional<Claim> main = Choose(claim);
    if (!main) return LeaveOut(claim);
    if (NeedsAll(claim)) {
      for (const SubformulaId operand : Formula(claim).operands) {
        if (operand != main->formula && !program_[operand].is_local) {
          LeaveOut({operand, claim.holds});
        }
      }
    }
    Show(*main);
  }

  void ShowOnAllPaths(Claim claim) {
    if (!graph_.IsDead(node_)) return LeaveOut(claim);
    explanation_.evidence.ends_dead = true;
    const Subformula& f = Formula(claim);
    // Nothing follows, so that a path operator speaks of where it stands.
    if (IsPathOperator(f.op) && f.operands_about == f.about) Show({f.operands.back(), claim.holds});
  }

  void ShowPath(Claim claim) {
    const Subformula& f = Formula(claim);
    const Claim first{f.operands[0], claim.holds};
    switch (f.op) {
      case Operator::kEv:
      case Operator::kAlong:
        return GoOnForEver(claim, first);
      case Operator::kExistUntil:
        return ShowExistUntil(f, first, {f.operands[1], true});
      case Operator::kForallUntil:
        return DenyForallUntil(claim, first, {f.operands[1], false});
      default:  // POS, INV
        Reach(f, first, SureOf(first), [](ArcId, const StateArc&) { return true; });
        Show(first);
    }
  }

  void ShowExistUntil(const Subformula& f, Claim first, Claim last) {
    const Sure hold = SureOf(first);
    const Sure until = SureOf(last);
    const std::size_t before = explanation_.evidence.steps.size();
    if (f.operands_about == About::kArcs) {
      Reach(f, last, until, [&](ArcId id, const StateArc&) { return hold(id); });
    } else {
      Reach(f, last, until,
            [&](ArcId, const StateArc& arc) { return hold(arc.target) || until(arc.target); });
    }
    if (explanation_.evidence.steps.size() > before) LeaveOutAlong(first);
    Show(last);
  }

  /// Either `first` fails before `last` holds, or `last` never holds.
  void DenyForallUntil(Claim claim, Claim first, Claim last) {
    const Subformula& f = Formula(claim);
    const Sure denied = SureOf(FromState(claim));
    const Sure no_hold = SureOf(first);
    const Sure no_until = SureOf(last);
    const bool along_arcs = f.operands_about == About::kArcs;
    const auto fails = [&](std::size_t i) { return no_hold(i) && no_until(i); };
    const bool found = Reach(f, first, fails, [&](ArcId id, const StateArc& arc) {
      return denied(arc.target) && (!along_arcs || no_until(id));
    });
    if (!found) return GoOnForEver(claim, last);
    LeaveOutAlong(last);
    Show(first);
  }

  /// Appends the shortest route to where `goal` is claimed, in `is_goal`. False: there is none.
  bool Reach(const Subformula& f, Claim goal, const Set& is_goal, const ArcPredicate& follow) {
    if (f.operands_about == About::kStates) {
      const std::optional<Route> route = RouteToNode(graph_, node_, follow, is_goal);
      if (!route) return false;
      Append(*route);
    } else if (f.about == About::kStates || !is_goal(arc_)) {
      const auto is_goal_arc = [&](ArcId id, const StateArc&) { return is_goal(id); };
      const std::optional<RouteToArcResult> found = RouteToArc(graph_, node_, follow, is_goal_arc);
      if (!found) return false;
      Append(found->route);
      arc_ = found->last;
    }
    AddMilestone(goal, "");
    return true;
  }

  /// Appends a maximal path from here along which the claim of an operand is sure.
  void GoOnForEver(Claim claim, Claim operand) {
    const Sure set = SureOf(FromState(claim));
    const Sure along = SureOf(operand);
    const bool along_arcs = Formula(claim).operands_about == About::kArcs;
    const auto follow = [&](ArcId id, const StateArc& arc) {
      return set(arc.target) && (!along_arcs || along(id));
    };
    const FairnessConstraints& fairness = labels_.fairness();
    const std::optional<MaximalPath> path =
        fairness.empty() ? FindMaximalPath(graph_, node_, follow)
                         : FindFairMaximalPath(graph_, node_, follow, fairness);
    if (!path) throw std::logic_error("cpngen's own defect: there is no run for a sure verdict");
    AddMilestone(operand, "from here on ");
    LeaveOutAlong(operand);
    if (path->loop) explanation_.evidence.loop = explanation_.evidence.steps.size() + *path->loop;
    explanation_.evidence.ends_dead = !path->loop;
    Append(path->route);
  }

  /// The claim about the marking where the rest of the path begins.
  Claim FromState(Claim claim) const {
    return {Formula(claim).from_state.value_or(claim.formula), claim.holds};
  }

  void ShowStep(Claim claim) {
    const Subformula& f = Formula(claim);
    const Claim last{f.operands.back(), claim.holds};
    const bool modal = f.op == Operator::kExistModal || f.op == Operator::kForallModal;
    const bool last_about_arcs = Formula(last).about == About::kArcs;
    const Sure is_last = SureOf(last);
    const Claim first{f.operands[0], modal || claim.holds};
    const Sure is_first = SureOf(first);
    TakeStep([&](ArcId id, const StateArc& arc) {
      return is_last(last_about_arcs ? id : arc.target) && (!modal || is_first(id));
    });
    const bool follow_first = modal && Formula(last).is_local;
    if (modal && !follow_first && !Formula(first).is_local) LeaveOut(first);
    AddMilestone(last, "");
    Show(follow_first ? first : last);
  }

  void TakeStep(const ArcPredicate& is_wanted) {
    ArcId id = graph_.FirstArc(node_);
    for (const StateArc& arc : graph_.Out(node_)) {
      if (is_wanted(id, arc)) {
        Append({arc});
        arc_ = id;
        return;
      }
      ++id;
    }
    throw std::logic_error("cpngen's own defect: there is no step for a sure verdict");
  }

  void Append(const Route& route) {
    for (const StateArc& arc : route) {
      explanation_.evidence.steps.push_back(arc.element);
      node_ = arc.target;
    }
  }

  std::string Text(Claim claim) const {
    const Subformula& formula = Formula(claim);
    const std::string name = formula.name.empty()
                                 ? fmt::format("{} of \"{}\"", NameOf(formula.op), property_)
                                 : formula.name;
    return fmt::format("{} {}", name, claim.holds ? "holds" : "does not hold");
  }

  void AddMilestone(Claim claim, std::string_view prefix) {
    explanation_.evidence.milestones.push_back({explanation_.evidence.steps.size(),
                                                fmt::format("{}{}", prefix, Text(claim)),
                                                Formula(claim).where});
  }

  void AddNote(std::string text, Claim claim) {
    explanation_.notes.push_back({Note::Kind::kFlattened, std::move(text), Formula(claim).where});
  }
  void LeaveOut(Claim claim) {
    const std::size_t steps = explanation_.evidence.steps.size();
    const std::string when = steps == 0   ? "where the run begins"
                             : steps == 1 ? "after 1 step"
                                          : fmt::format("after {} steps", steps);
    AddNote(fmt::format("{} {}; to show this takes other runs", Text(claim), when), claim);
  }
  void LeaveOutAlong(Claim claim) {
    if (Formula(claim).is_local) return;
    AddNote(fmt::format("{} all along the run; to show this takes other runs", Text(claim)), claim);
  }

  Labelling& labels_;
  const Graph& graph_;
  const Program& program_;
  std::string_view property_;
  Explanation explanation_;
  NodeId node_ = 0;  // where the evidence ends
  ArcId arc_ = 0;    // its last arc, when a formula about arcs speaks of it
};

}  // namespace

std::optional<Explanation> Explain(Labelling& labels, std::string_view property,
                                   SubformulaId formula, bool holds) {
  return Explainer(labels, property).Run(formula, holds);
}

}  // namespace cpn::ctl
