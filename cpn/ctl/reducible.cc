#include "cpn/ctl/reducible.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpn::ctl {
namespace {

/// What a formula is about that a reduced space answers.
enum class Form : std::uint8_t {
  kNone,       ///< nobody knows
  kMarking,    ///< the marking
  kAllRuns,    ///< all runs from the marking
  kSomeRun,    ///< some run from it
  kBoth,       ///< both, side by side: of the initial marking only
  kOccurs,     ///< an arc: one of some binding elements
  kNotOccurs,  ///< an arc: none of some binding elements
};

Form Dual(Form form) {
  switch (form) {
    case Form::kAllRuns:
      return Form::kSomeRun;
    case Form::kSomeRun:
      return Form::kAllRuns;
    case Form::kOccurs:
      return Form::kNotOccurs;
    case Form::kNotOccurs:
      return Form::kOccurs;
    case Form::kNone:
    case Form::kMarking:
    case Form::kBoth:
      return form;
  }
  return Form::kNone;
}

bool IsAboutArcs(Form form) { return form == Form::kOccurs || form == Form::kNotOccurs; }

/// Of operands of AND and OR. What all runs do is no more than that under AND, and what some run
/// does under OR.
Form Join(Form a, Form b, Operator op) {
  if (a == Form::kNone || b == Form::kNone || IsAboutArcs(a) != IsAboutArcs(b)) return Form::kNone;
  const bool conjunction = op == Operator::kAnd;
  if (IsAboutArcs(a)) {
    // Some of several occurs; none of several occurs.
    const Form joined = conjunction ? Form::kNotOccurs : Form::kOccurs;
    return a == joined && b == joined ? joined : Form::kNone;
  }
  if (a == Form::kMarking) return b;
  if (b == Form::kMarking) return a;
  if (a == b && a == (conjunction ? Form::kAllRuns : Form::kSomeRun)) return a;
  return Form::kBoth;
}

Form FormOf(const Formula& formula, std::string& why);

Form OfPathOperator(const Formula& formula, std::string& why) {
  const Form inner = FormOf(formula.operands[0], why);
  const bool all = formula.op == Operator::kInv || formula.op == Operator::kEv ||
                   formula.op == Operator::kForallUntil;
  const Form form = all ? Form::kAllRuns : Form::kSomeRun;
  bool fits = inner == Form::kMarking;
  switch (formula.op) {
    case Operator::kInv:
      fits = fits || inner == Form::kAllRuns || inner == Form::kNotOccurs;
      break;
    case Operator::kPos:
      fits = fits || inner == Form::kSomeRun || inner == Form::kOccurs;
      break;
    case Operator::kEv:
      fits = fits || inner == Form::kOccurs;
      break;
    case Operator::kAlong:
      fits = fits || inner == Form::kNotOccurs;
      break;
    default:
      fits = fits && FormOf(formula.operands[1], why) == Form::kMarking;
  }
  if (fits) return form;
  if (why.empty()) {
    why = fmt::format("{} of such an operand asks how runs branch", NameOf(formula.op));
  }
  return Form::kNone;
}

Form FormOf(const Formula& formula, std::string& why) {
  switch (formula.op) {
    case Operator::kTrue:
    case Operator::kFalse:
    case Operator::kStateFunction:
      return Form::kMarking;
    case Operator::kArcPattern:
      return Form::kOccurs;
    case Operator::kNot:
      return Dual(FormOf(formula.operands[0], why));
    case Operator::kAnd:
    case Operator::kOr: {
      Form form = FormOf(formula.operands[0], why);
      for (std::size_t i = 1; i < formula.operands.size(); ++i) {
        form = Join(form, FormOf(formula.operands[i], why), formula.op);
      }
      if (form == Form::kNone && why.empty()) {
        why = fmt::format("{} of formulas about one step", NameOf(formula.op));
      }
      return form;
    }
    case Operator::kPos:
    case Operator::kInv:
    case Operator::kEv:
    case Operator::kAlong:
    case Operator::kExistUntil:
    case Operator::kForallUntil:
      return OfPathOperator(formula, why);
    case Operator::kExistNext:
    case Operator::kForallNext:
    case Operator::kModal:
    case Operator::kExistModal:
    case Operator::kForallModal:
      if (why.empty()) why = fmt::format("{} asks for the next step", NameOf(formula.op));
      return Form::kNone;
  }
  return Form::kNone;
}

template <typename Visit>
void ForEachAtom(const Formula& formula, const Visit& visit) {
  visit(formula);
  for (const Formula& operand : formula.operands) ForEachAtom(operand, visit);
}

bool Changes(const Transition& transition, std::span<const PlaceId> places) {
  return std::ranges::any_of(transition.arcs, [&](const Arc& arc) {
    const bool moves =
        arc.kind == ArcKind::kInput || arc.kind == ArcKind::kOutput || arc.kind == ArcKind::kReset;
    return moves && std::ranges::binary_search(places, arc.place);
  });
}

}  // namespace

std::string WhyNotReducible(const Formula& formula) {
  std::string why;
  const Form form = FormOf(formula, why);
  if (form != Form::kNone && !IsAboutArcs(form)) return "";
  return why.empty() ? "it is about one step" : why;
}

std::vector<StateFunctionId> StateFunctionsIn(const Formula& formula) {
  std::vector<StateFunctionId> functions;
  ForEachAtom(formula, [&](const Formula& atom) {
    if (atom.op == Operator::kStateFunction) functions.push_back(atom.state_function);
  });
  std::ranges::sort(functions);
  functions.erase(std::unique(functions.begin(), functions.end()), functions.end());
  return functions;
}

ReductionOptions StubbornFor(const Net& net, std::span<const Formula* const> formulas,
                             std::span<const PlaceId> places) {
  ReductionOptions options;
  options.stubborn = true;
  const auto& transitions = net.transitions();
  std::vector<bool> named(transitions.size(), false);
  for (const Formula* formula : formulas) {
    ForEachAtom(*formula, [&](const Formula& atom) {
      if (atom.op != Operator::kArcPattern) return;
      for (TransitionId id = 0; id < transitions.size(); ++id) {
        if (transitions[id].module == atom.arc_pattern.module &&
            transitions[id].index == atom.arc_pattern.transition) {
          named[id] = true;
        }
      }
    });
  }
  for (TransitionId id = 0; id < transitions.size(); ++id) {
    if (named[id] || Changes(transitions[id], places)) options.visible.push_back(id);
  }
  return options;
}

}  // namespace cpn::ctl
