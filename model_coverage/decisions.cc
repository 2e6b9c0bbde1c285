#include "model_coverage/decisions.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "cpn/engine/compiled_transition.h"
#include "cpn/net/inscription.h"

namespace model_coverage {
namespace {

using cpn::lua::BooleanExpression;

/// What an unbound variable's value is (cpn/engine/compiled_pattern.h).
constexpr cpn::Value kUnbound = cpn::PartialBinding::kUnbound;

/// The variables that only a let binds.
std::set<std::uint32_t> LetVariables(const cpn::CompiledTransition& transition) {
  std::set<std::uint32_t> variables;
  for (const cpn::CompiledLet& let : transition.lets) variables.insert(let.variable);
  for (const cpn::CompiledTerm& term : transition.matched) {
    for (const std::uint32_t variable : term.variables) variables.erase(variable);
  }
  return variables;
}

}  // namespace

bool ShowsToDecide(const Evaluation& a, const Evaluation& b, std::size_t condition) {
  const char x = a.values[condition];
  const char y = b.values[condition];
  if (a.outcome == b.outcome || x == '-' || y == '-' || x == y) return false;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (i == condition || a.values[i] == '-' || b.values[i] == '-') continue;
    if (a.values[i] != b.values[i]) return false;
  }
  return true;
}

Decisions::Decisions(cpn::lua::LuaModel& model, const base::Budget* budget)
    : model_(model),
      candidates_(&model.engine(), {.budget = budget}),
      of_transition_(model.net().transitions().size()) {
  for (cpn::TransitionId id = 0; id < of_transition_.size(); ++id) AddGuard(id);
  for (cpn::TransitionId id = 0; id < of_transition_.size(); ++id) AddArcs(id);
}

std::string Decisions::NameOf(DecisionId id) const {
  const Decided& decision = decisions_[id];
  const std::string& transition = model_.net().transitions()[decision.transition].name;
  return decision.place.empty() ? transition + ": the guard"
                                : transition + ": the condition of the arc with " + decision.place;
}

Decisions::Part Decisions::MakePart(cpn::TransitionId transition, cpn::FunctionId function) {
  const cpn::TransitionDeclaration& declared = *model_.net().transitions()[transition].declaration;
  return {function, cpn::ReadVariables(model_.model(), declared, function), 0,
          &model_.conditions().Of(function).tree};
}

void Decisions::AddGuard(cpn::TransitionId transition) {
  const cpn::CompiledTransition& compiled = model_.engine().Compiled(transition);
  const std::set<std::uint32_t> computed = LetVariables(compiled);
  Decided& decision = decisions_.emplace_back();
  decision.transition = transition;
  std::vector<Part> later;
  for (const cpn::Call& guard : compiled.guards) {
    Part part = MakePart(transition, guard.function);
    part.first = decision.texts.size();
    const std::vector<std::string>& texts = model_.conditions().Of(guard.function).texts;
    decision.texts.insert(decision.texts.end(), texts.begin(), texts.end());
    const bool after_let = std::any_of(part.reads.begin(), part.reads.end(),
                                       [&](std::uint32_t v) { return computed.contains(v); });
    (after_let ? later : decision.parts).push_back(std::move(part));
  }
  decision.parts.insert(decision.parts.end(), later.begin(), later.end());
}

void Decisions::AddArcs(cpn::TransitionId transition) {
  for (const cpn::Arc& arc : model_.net().transitions()[transition].arcs) {
    std::set<cpn::FunctionId> met;  // `when` with an otherwise asks once
    for (const cpn::ArcTerm& term : arc.declaration->terms) {
      if (term.condition) AddArc(transition, arc.place, *term.condition, {}, met);
    }
  }
}

void Decisions::AddArc(cpn::TransitionId transition, cpn::PlaceId place, cpn::FunctionId function,
                       std::vector<Part> needs, std::set<cpn::FunctionId>& met) {
  const cpn::lua::Made made = model_.conditions().MadeOf(function);
  if (made.kind == cpn::lua::Made::Kind::kNot) {
    return AddArc(transition, place, made.operands[0], std::move(needs), met);
  }
  if (made.kind == cpn::lua::Made::Kind::kAnd) {
    AddArc(transition, place, made.operands[0], needs, met);
    needs.push_back(MakePart(transition, made.operands[0]));
    return AddArc(transition, place, made.operands[1], std::move(needs), met);
  }
  if (!met.insert(function).second) return;
  Decided decision;
  decision.transition = transition;
  decision.place = model_.net().places()[place].name;
  decision.needs = std::move(needs);
  decision.parts.push_back(MakePart(transition, function));
  decision.texts = model_.conditions().Of(function).texts;
  of_transition_[transition].push_back(count());
  decisions_.push_back(std::move(decision));
}

std::vector<Decisions::Evaluated> Decisions::In(const cpn::Marking& marking) {
  cpn::Engine& engine = model_.engine();
  const std::span<const cpn::BindingElementId> enabled = engine.Enabled(marking);
  const std::vector<cpn::Transition>& transitions = model_.net().transitions();
  const int least =
      enabled.empty()
          ? std::numeric_limits<int>::min()
          : transitions[engine.Element(enabled.front()).transition].declaration->priority;
  std::vector<Evaluated> found;
  for (cpn::TransitionId id = 0; id < transitions.size(); ++id) {
    if (ConditionsOf(id).empty() || transitions[id].declaration->priority < least) continue;
    for (const std::uint32_t number : Find(id, marking)) found.emplace_back(id, number);
  }
  return found;
}

const std::vector<Decisions::Evaluated>& Decisions::Of(cpn::BindingElementId id) {
  const auto [entry, is_new] = of_element_.emplace(id, std::vector<Evaluated>{});
  if (!is_new) return entry->second;
  const cpn::BindingElement element = model_.engine().Element(id);
  for (const DecisionId arc : of_transition_[element.transition]) {
    Decided& decision = decisions_[arc];
    const bool asked = std::all_of(decision.needs.begin(), decision.needs.end(),
                                   [&](const Part& need) { return Holds(need, element.binding); });
    Evaluation evaluation{std::string(decision.texts.size(), '-'), false};
    if (!asked || !Evaluate(decision, element.binding, evaluation)) continue;
    entry->second.emplace_back(arc, Number(decision, evaluation));
  }
  return entry->second;
}

std::uint32_t Decisions::Number(Decided& decision, const Evaluation& evaluation) {
  const auto [number, is_new] =
      decision.numbers.emplace(evaluation, static_cast<std::uint32_t>(decision.evaluations.size()));
  if (is_new) decision.evaluations.push_back(evaluation);
  return number->second;
}

bool Decisions::Holds(const Part& part, std::span<const cpn::Value> binding) {
  std::vector<cpn::Value> arguments;
  for (const std::uint32_t variable : part.reads) arguments.push_back(binding[variable]);
  return model_.evaluator().Test(part.function, arguments);
}

const std::vector<std::uint32_t>& Decisions::Find(cpn::TransitionId transition,
                                                  const cpn::Marking& marking) {
  Decided& decision = decisions_[transition];
  std::vector<std::uint32_t> key;
  for (const cpn::PlaceId place : model_.engine().Compiled(transition).deciding_places) {
    key.push_back(marking[place].id);
  }
  const auto [entry, is_new] = decision.memo.emplace(std::move(key), std::vector<std::uint32_t>{});
  if (!is_new) return entry->second;
  std::set<Evaluation> here;
  candidates_.ForEach(transition, marking, [&](std::span<const cpn::Value> binding) {
    Evaluation evaluation{std::string(decision.texts.size(), '-'), false};
    if (Evaluate(decision, binding, evaluation)) here.insert(std::move(evaluation));
  });
  for (const Evaluation& evaluation : here) {
    entry->second.push_back(Number(decision, evaluation));
  }
  return entry->second;
}

/// False when a let that the guard would need cannot be computed, which is no evaluation.
bool Decisions::Evaluate(const Decided& decision, std::span<const cpn::Value> binding,
                         Evaluation& evaluation) {
  std::vector<cpn::Value> arguments;
  for (const Part& part : decision.parts) {
    arguments.clear();
    for (const std::uint32_t variable : part.reads) arguments.push_back(binding[variable]);
    if (std::find(arguments.begin(), arguments.end(), kUnbound) != arguments.end()) return false;
    if (!Evaluate(part, *part.tree, arguments, evaluation.values)) return true;
  }
  evaluation.outcome = true;
  return true;
}

bool Decisions::Evaluate(const Part& part, const BooleanExpression& tree,
                         std::span<const cpn::Value> arguments, std::string& values) {
  switch (tree.kind) {
    case BooleanExpression::Kind::kNot:
      return !Evaluate(part, tree.operands.front(), arguments, values);
    case BooleanExpression::Kind::kAnd:
      return std::all_of(tree.operands.begin(), tree.operands.end(),
                         [&](const BooleanExpression& operand) {
                           return Evaluate(part, operand, arguments, values);
                         });
    case BooleanExpression::Kind::kOr:
      return std::any_of(tree.operands.begin(), tree.operands.end(),
                         [&](const BooleanExpression& operand) {
                           return Evaluate(part, operand, arguments, values);
                         });
    case BooleanExpression::Kind::kCondition:
      break;
  }
  const bool holds = model_.conditions().Test(part.function, tree.condition, arguments);
  values[part.first + tree.condition] = holds ? 'T' : 'F';
  return holds;
}

}  // namespace model_coverage
