#include "cpn/ctl/program.h"

#include <algorithm>
#include <utility>

#include "cpn/ctl/propositional.h"

namespace cpn::ctl {
namespace {

/// What the operands of a formula are about, when it is itself `about` that.
About OperandsAbout(const Formula& formula, About about) {
  const auto about_arcs = [](const Formula& f) { return f.sort == Sort::kArc; };
  if (formula.op == Operator::kModal) {
    return about == About::kArcs ? About::kStates : About::kArcs;
  }
  if (!IsPathOperator(formula.op)) return about;
  return std::ranges::any_of(formula.operands, about_arcs) ? About::kArcs : About::kStates;
}

/// Over markings, an infinite path of dead markings is read like the finite one that ends there,
/// except by what asks for the next marking or for an arc.
bool DependsOnDead(const Subformula& f) {
  if (IsPathOperator(f.op)) return f.operands_about == About::kArcs;
  return !IsPropositional(f.op);
}

std::vector<std::uint32_t> KeyOf(const Subformula& f) {
  std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(f.op),
                                    static_cast<std::uint32_t>(f.about),
                                    static_cast<std::uint32_t>(f.operands_about), f.state_function};
  key.insert(key.end(), f.operands.begin(), f.operands.end());
  if (f.op != Operator::kArcPattern) return key;
  key.push_back(f.arc_pattern.module);
  key.push_back(f.arc_pattern.transition);
  for (const auto& [variable, value] : f.arc_pattern.values) {
    key.push_back(variable);
    key.push_back(value.id);
  }
  return key;
}

}  // namespace

SubformulaId Program::Add(const Formula& formula, About about) {
  Subformula f;
  f.op = formula.op;
  f.about = about;
  f.operands_about = OperandsAbout(formula, about);
  f.state_function = formula.state_function;
  f.arc_pattern = formula.arc_pattern;
  f.where = formula.where;
  f.name = formula.name;
  const bool modal = f.op == Operator::kExistModal || f.op == Operator::kForallModal;
  for (const Formula& operand : formula.operands) {
    const bool first = f.operands.empty();
    f.operands.push_back(Add(operand, modal && first ? About::kArcs : f.operands_about));
  }
  f.is_local = IsPropositional(f.op);
  f.depends_on_dead = DependsOnDead(f);
  for (const SubformulaId operand : f.operands) {
    f.is_local = f.is_local && subformulas_[operand].is_local;
    f.depends_on_dead = f.depends_on_dead || subformulas_[operand].depends_on_dead;
  }
  if (IsPathOperator(f.op) && about == About::kArcs) {
    Subformula rest = f;
    rest.about = About::kStates;
    f.from_state = Intern(std::move(rest));
  }
  return Intern(std::move(f));
}

SubformulaId Program::Intern(Subformula subformula) {
  const auto [known, is_new] =
      index_.emplace(KeyOf(subformula), static_cast<SubformulaId>(subformulas_.size()));
  if (is_new) subformulas_.push_back(std::move(subformula));
  return known->second;
}

}  // namespace cpn::ctl
