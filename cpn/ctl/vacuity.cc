#include "cpn/ctl/vacuity.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace cpn::ctl {
namespace {

/// "Coordinator.ReceiveAcks": the transition of every instance of the module.
std::string TransitionName(const Model& model, const ArcPattern& pattern) {
  const ModuleDeclaration& module = model.modules[pattern.module];
  const std::string& name = module.transitions[pattern.transition].name;
  return pattern.module == model.top ? name : fmt::format("{}.{}", module.name, name);
}

std::string ValuesText(const Engine& engine, const ArcPattern& pattern) {
  const Model& model = engine.net().model();
  const TransitionDeclaration& transition =
      model.modules[pattern.module].transitions[pattern.transition];
  std::string text;
  for (const auto& [variable, value] : pattern.values) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", transition.variables[variable].name,
                        engine.values().Format(value));
  }
  return text;
}

}  // namespace

Vacuity::Vacuity(const Engine* engine, Atoms* atoms, StateFunctionMemo* memo, Labelling* labels)
    : engine_(engine),
      atoms_(atoms),
      memo_(memo),
      labels_(labels),
      marked_(engine->net().places().size()) {}

std::vector<Note> Vacuity::Look(SubformulaId formula, Verdict verdict) {
  seen_.clear();
  unmarked_.clear();
  holds_ = verdict == Verdict::kHolds;
  if (labels_->graph().IsDead(0)) {
    notes_.push_back({Note::Kind::kInitialMarkingDead,
                      "the initial marking is dead: nothing ever occurs in this model",
                      {}});
  }
  Walk({formula, true});
  return std::exchange(notes_, {});
}

void Vacuity::Walk(Claim claim) {
  if (!seen_.emplace(claim.formula, claim.holds).second) return;
  const Subformula& f = labels_->program()[claim.formula];
  switch (f.op) {
    case Operator::kStateFunction:
      return LookAtPlaces(f);
    case Operator::kArcPattern:
      return LookAtTransition(claim.formula);
    case Operator::kNot:
      return Walk({f.operands[0], !claim.holds});
    case Operator::kInv:
    case Operator::kPos:
      if (claim.holds == (f.op == Operator::kInv)) {
        LookForImplications({f.operands[0], claim.holds});
      }
      break;
    case Operator::kForallModal:
      if (claim.holds) LookAtImplication({{f.operands[0], true}}, f);
      break;
    default:
      break;
  }
  for (const SubformulaId operand : f.operands) Walk({operand, claim.holds});
}

Vacuity::Claim Vacuity::WithoutNot(Claim claim) const {
  for (const Subformula* f = &labels_->program()[claim.formula]; f->op == Operator::kNot;
       f = &labels_->program()[claim.formula]) {
    claim = {f->operands[0], !claim.holds};
  }
  return claim;
}

void Vacuity::LookForImplications(Claim everywhere) {
  const Claim claim = WithoutNot(everywhere);
  const Subformula& f = labels_->program()[claim.formula];
  if (f.op != Operator::kAnd && f.op != Operator::kOr) return;
  if ((f.op == Operator::kAnd) == claim.holds) {
    for (const SubformulaId o : f.operands) LookForImplications({o, claim.holds});
    return;
  }
  // A disjunction: what is negated in it is the left side; of negations alone, all but the last.
  std::vector<Claim> left;
  for (const SubformulaId o : f.operands) {
    const Claim literal = WithoutNot({o, claim.holds});
    if (!literal.holds) left.push_back({literal.formula, true});
  }
  if (left.size() == f.operands.size()) left.pop_back();
  if (!left.empty()) LookAtImplication(left, f);
}

void Vacuity::LookAtImplication(const std::vector<Claim>& left, const Subformula& whole) {
  if (!holds_) return;
  Bits both = labels_->Lower(left[0].formula);
  for (const Claim& claim : left) both &= labels_->Lower(claim.formula);
  if (both.Any()) return;
  const Subformula& first = labels_->program()[left[0].formula];
  const bool of_arcs = first.about == About::kArcs;
  notes_.push_back(
      {Note::Kind::kLeftSideNeverHolds,
       fmt::format("the left side of {} never holds, {}",
                   whole.op == Operator::kForallModal ? NameOf(whole.op) : "the implication",
                   of_arcs ? "of no reachable arc" : "in no reachable marking"),
       left.size() == 1 ? first.where : whole.where});
}

void Vacuity::LookAtPlaces(const Subformula& f) {
  for (const PlaceId place : memo_->PlacesRead(f.state_function)) {
    if (IsEverMarked(place) || !unmarked_.insert(place).second) continue;
    notes_.push_back({Note::Kind::kPlaceNeverMarked,
                      fmt::format("the property reads place {}, which is never marked",
                                  engine_->net().places()[place].name),
                      f.where});
  }
}

bool Vacuity::IsEverMarked(PlaceId place) {
  if (!marked_[place]) {
    const StateSpace& space = labels_->graph().space();
    marked_[place] = false;
    for (NodeId node = 0; node < space.nodes() && !*marked_[place]; ++node) {
      marked_[place] = space.MarkingOf(node, place) != MultiSet{};
    }
  }
  return *marked_[place];
}

void Vacuity::LookAtTransition(SubformulaId id) {
  if (labels_->Lower(id).Any()) return;
  const Subformula& f = labels_->program()[id];
  const std::string name = TransitionName(engine_->net().model(), f.arc_pattern);
  ArcPattern any_values = f.arc_pattern;
  any_values.values.clear();
  std::string text = fmt::format("transition {} never occurs", name);
  if (!f.arc_pattern.values.empty() && atoms_->Arcs(labels_->graph(), any_values).Any()) {
    text += " with " + ValuesText(*engine_, f.arc_pattern);
  }
  notes_.push_back({Note::Kind::kTransitionNeverOccurs, std::move(text), f.where});
}

}  // namespace cpn::ctl
