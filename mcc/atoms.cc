#include "mcc/atoms.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mcc {
namespace {

constexpr std::size_t kMostRemembered = 2'000'000;

using cpn::MultiSet;
using cpn::PlaceId;
using cpn::ctl::MarkingView;
using cpn::ctl::Operator;
using cpn::ctl::Sort;

/// Nothing: the formula says something of one marking.
std::optional<Operator> OperatorOf(FormulaKind kind) {
  switch (kind) {
    case FormulaKind::kLessOrEqual:
    case FormulaKind::kFireable:
      return std::nullopt;
    case FormulaKind::kNot:
      return Operator::kNot;
    case FormulaKind::kAnd:
      return Operator::kAnd;
    case FormulaKind::kOr:
      return Operator::kOr;
    case FormulaKind::kExistsNext:
      return Operator::kExistNext;
    case FormulaKind::kExistsFinally:
      return Operator::kPos;
    case FormulaKind::kExistsGlobally:
      return Operator::kAlong;
    case FormulaKind::kForallNext:
      return Operator::kForallNext;
    case FormulaKind::kForallFinally:
      return Operator::kEv;
    case FormulaKind::kForallGlobally:
      return Operator::kInv;
    case FormulaKind::kExistsUntil:
      return Operator::kExistUntil;
    case FormulaKind::kForallUntil:
      return Operator::kForallUntil;
  }
  return std::nullopt;
}

MultiSet Look(PlaceId place, const MarkingView& marking, std::vector<PlaceId>& reads) {
  if (std::ranges::find(reads, place) == reads.end()) reads.push_back(place);
  return marking.At(place);
}

}  // namespace

Atoms::Atoms(LoadedNet& net) : net_(net), memos_(net.transitions.size()) {
  for (std::size_t i = 0; i < memos_.size(); ++i) {
    std::vector<PlaceId>& places = memos_[i].places;
    for (const cpn::Arc& arc : net.model->net().transitions()[net.transitions[i]].arcs) {
      const bool is_known = std::ranges::find(places, arc.place) != places.end();
      if (arc.kind != cpn::ArcKind::kOutput && !is_known) places.push_back(arc.place);
    }
  }
}

cpn::ctl::Formula Atoms::Translate(const Formula& formula) {
  cpn::ctl::Formula translated;
  translated.sort = Sort::kState;
  const auto op = OperatorOf(formula.kind);
  if (!op) {
    translated.op = Operator::kStateFunction;
    translated.state_function = static_cast<cpn::ctl::StateFunctionId>(functions_.size());
    functions_.push_back(formula);
    return translated;
  }
  // A conjunction or disjunction of one.
  const bool is_list = *op == Operator::kAnd || *op == Operator::kOr;
  if (is_list && formula.operands.size() == 1) return Translate(formula.operands.front());
  translated.op = *op;
  for (const Formula& operand : formula.operands) {
    translated.operands.push_back(Translate(operand));
  }
  return translated;
}

bool Atoms::Holds(cpn::ctl::StateFunctionId function, const MarkingView& marking,
                  std::vector<PlaceId>& reads) {
  const Formula& formula = functions_[function];
  if (formula.kind == FormulaKind::kFireable) {
    return std::ranges::any_of(formula.transitions, [&](std::size_t transition) {
      return CanFire(transition, marking, reads);
    });
  }
  const auto value = [&](const Number& number) {
    std::int64_t sum = number.constant;
    for (const std::size_t place : number.places) {
      const MultiSet tokens = Look(net_.places[place], marking, reads);
      sum += static_cast<std::int64_t>(net_.model->multisets().Size(tokens));
    }
    return sum;
  };
  return value(formula.left) <= value(formula.right);
}

bool Atoms::CanFire(std::size_t transition, const MarkingView& marking,
                    std::vector<PlaceId>& reads) {
  TransitionMemo& memo = memos_[transition];
  std::vector<std::uint32_t> key;
  for (const PlaceId place : memo.places) key.push_back(Look(place, marking, reads).id);
  if (const auto found = memo.known.find(key); found != memo.known.end()) return found->second;
  cpn::Marking seen(net_.model->net().places().size());
  for (const PlaceId place : memo.places) seen[place] = marking.At(place);
  const bool can = !net_.model->engine().FindBindings(net_.transitions[transition], seen).empty();
  if (++remembered_ > kMostRemembered) Forget();
  memo.known.emplace(std::move(key), can);
  return can;
}

void Atoms::Forget() {
  for (TransitionMemo& memo : memos_) memo.known.clear();
  remembered_ = 1;
}

cpn::SourceLocation Atoms::Where(cpn::ctl::StateFunctionId) const { return {}; }

}  // namespace mcc
