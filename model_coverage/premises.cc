#include "model_coverage/premises.h"

#include <algorithm>
#include <utility>

#include "cpn/ctl/atoms.h"
#include "cpn/ctl/propositional.h"

namespace model_coverage {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;

constexpr std::size_t kMemoBytes = std::size_t{64} << 20;

struct Literal {
  const Formula* formula = nullptr;
  bool positive = true;
};

Literal WithoutNot(Literal literal) {
  while (literal.formula->op == Operator::kNot) {
    literal = {&literal.formula->operands.front(), !literal.positive};
  }
  return literal;
}

}  // namespace

Premises::Premises(cpn::lua::LuaModel& model)
    : model_(model), memo_(&model.state_functions(), &model.net(), &model.multisets(), kMemoBytes) {
  for (const cpn::ctl::Property& property : model.properties()) {
    Walk(property.name, property.formula, true);
  }
}

void Premises::Walk(const std::string& property, const Formula& formula, bool positive) {
  if (formula.op == Operator::kNot) return Walk(property, formula.operands.front(), !positive);
  LookForImplication(property, formula, positive);
  for (const Formula& operand : formula.operands) Walk(property, operand, positive);
}

void Premises::LookForImplication(const std::string& property, const Formula& formula,
                                  bool positive) {
  Premise premise{property, {}, false, formula.where};
  if (formula.op == Operator::kForallModal && positive) {
    premise.operands.push_back(&formula.operands.front());
    premise.about_arcs = true;
    return Add(std::move(premise));
  }
  if (formula.op != (positive ? Operator::kOr : Operator::kAnd)) return;
  for (const Formula& operand : formula.operands) {
    const Literal literal = WithoutNot({&operand, positive});
    if (literal.positive) continue;
    premise.operands.push_back(literal.formula);
  }
  if (premise.operands.size() == formula.operands.size()) {  // of negations alone, all but the last
    premise.operands.pop_back();
  }
  if (premise.operands.empty()) return;
  premise.about_arcs = premise.operands.front()->sort == cpn::ctl::Sort::kArc;
  if (premise.operands.front()->where.line > 0) premise.where = premise.operands.front()->where;
  Add(std::move(premise));
}

void Premises::Add(Premise premise) {
  const bool plain =
      std::all_of(premise.operands.begin(), premise.operands.end(),
                  [](const Formula* formula) { return cpn::ctl::IsPropositional(*formula); });
  if (plain) all_.push_back(std::move(premise));
}

std::vector<std::uint32_t> Premises::In(const cpn::Marking& marking) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    if (!all_[i].about_arcs && Holds(all_[i], &marking, std::nullopt)) found.push_back(i);
  }
  return found;
}

std::vector<std::uint32_t> Premises::Of(cpn::BindingElementId element) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    if (all_[i].about_arcs && Holds(all_[i], nullptr, element)) found.push_back(i);
  }
  return found;
}

bool Premises::Holds(const Premise& premise, const cpn::Marking* marking,
                     std::optional<cpn::BindingElementId> element) {
  return std::all_of(premise.operands.begin(), premise.operands.end(),
                     [&](const Formula* formula) { return Holds(*formula, marking, element); });
}

bool Premises::Holds(const Formula& formula, const cpn::Marking* marking,
                     std::optional<cpn::BindingElementId> element) {
  const auto operand = [&](const Formula& f) { return Holds(f, marking, element); };
  switch (formula.op) {
    case Operator::kTrue:
      return true;
    case Operator::kStateFunction:
      return marking != nullptr && memo_.Holds(formula.state_function, [&](cpn::PlaceId place) {
        return (*marking)[place];
      });
    case Operator::kArcPattern:
      return element && cpn::ctl::Matches(model_.engine(), formula.arc_pattern, *element);
    case Operator::kNot:
      return !operand(formula.operands.front());
    case Operator::kAnd:
      return std::all_of(formula.operands.begin(), formula.operands.end(), operand);
    case Operator::kOr:
      return std::any_of(formula.operands.begin(), formula.operands.end(), operand);
    default:
      return false;  // FF; path operators are not plain
  }
}

}  // namespace model_coverage
