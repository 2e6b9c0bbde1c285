#include "mcc/marking_facts.h"

#include <algorithm>

namespace mcc {
namespace {

/// The entry, which is 0 when it was never set.
template <typename T>
T& At(std::vector<T>& table, std::size_t i) {
  if (i >= table.size()) table.resize(std::max(i + 1, table.size() * 2));
  return table[i];
}

}  // namespace

MarkingFacts::MarkingFacts(LoadedNet& net, const cpn::StateSpace& space)
    : net_(net),
      space_(space),
      tokens_(net.places.size()),
      can_fire_(net.model->net().transitions().size()) {}

void MarkingFacts::MoveTo(cpn::NodeId node) { node_ = node; }

bool MarkingFacts::Holds(const Formula& formula) {
  const auto holds = [&](const Formula& operand) { return Holds(operand); };
  switch (formula.kind) {
    case FormulaKind::kLessOrEqual:
      return ValueOf(formula.left) <= ValueOf(formula.right);
    case FormulaKind::kFireable:
      return std::ranges::any_of(formula.transitions, [&](std::size_t t) { return CanFire(t); });
    case FormulaKind::kNot:
      return !Holds(formula.operands[0]);
    case FormulaKind::kAnd:
      return std::ranges::all_of(formula.operands, holds);
    default:
      return std::ranges::any_of(formula.operands, holds);
  }
}

std::int64_t MarkingFacts::ValueOf(const Number& number) {
  std::int64_t sum = number.constant;
  for (const std::size_t place : number.places) sum += static_cast<std::int64_t>(TokensOf(place));
  return sum;
}

std::uint64_t MarkingFacts::TokensOf(std::size_t place) {
  Fact& fact = tokens_[place];
  if (fact.of_node != node_ + std::uint64_t{1}) {
    const cpn::MultiSet tokens = space_.MarkingOf(node_, net_.places[place]);
    std::uint64_t& size = At(sizes_, tokens.id);
    if (size == 0) size = net_.model->multisets().Size(tokens) + 1;
    fact = {size - 1, node_ + std::uint64_t{1}};
  }
  return fact.number;
}

bool MarkingFacts::CanFire(std::size_t transition) {
  if (arcs_of_ != node_ + std::uint64_t{1}) ReadArcs();
  return can_fire_[net_.transitions[transition]] == arcs_of_;
}

void MarkingFacts::ReadArcs() {
  arcs_of_ = node_ + std::uint64_t{1};
  for (const cpn::StateArc& arc : space_.Out(node_)) {
    cpn::TransitionId& transition = At(transition_of_, arc.element);
    if (transition == 0) {
      transition = net_.model->engine().Element(arc.element).transition + 1;
    }
    can_fire_[transition - 1] = arcs_of_;
  }
}

}  // namespace mcc
