#include "model_coverage/guards.h"

#include <algorithm>
#include <limits>

#include "cpn/engine/compiled_transition.h"

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

Guards::Guards(cpn::lua::LuaModel& model, const base::Budget* budget)
    : model_(model),
      candidates_(&model.engine(), {.budget = budget}),
      decisions_(model.net().transitions().size()) {
  for (cpn::TransitionId id = 0; id < decisions_.size(); ++id) Split(id);
}

void Guards::Split(cpn::TransitionId transition) {
  const cpn::CompiledTransition& compiled = model_.engine().Compiled(transition);
  const std::set<std::uint32_t> computed = LetVariables(compiled);
  Of& decision = decisions_[transition];
  std::vector<Part> later;
  for (const cpn::Call& guard : compiled.guards) {
    const cpn::lua::Decision& split = model_.conditions().Of(guard.function);
    Part part{guard.function, guard.reads, decision.texts.size(), &split.tree};
    decision.texts.insert(decision.texts.end(), split.texts.begin(), split.texts.end());
    const bool after_let = std::any_of(guard.reads.begin(), guard.reads.end(),
                                       [&](std::uint32_t v) { return computed.contains(v); });
    (after_let ? later : decision.parts).push_back(std::move(part));
  }
  decision.parts.insert(decision.parts.end(), later.begin(), later.end());
}

std::vector<std::pair<cpn::TransitionId, std::uint32_t>> Guards::In(const cpn::Marking& marking) {
  cpn::Engine& engine = model_.engine();
  const std::span<const cpn::BindingElementId> enabled = engine.Enabled(marking);
  const std::vector<cpn::Transition>& transitions = model_.net().transitions();
  const int least =
      enabled.empty()
          ? std::numeric_limits<int>::min()
          : transitions[engine.Element(enabled.front()).transition].declaration->priority;
  std::vector<std::pair<cpn::TransitionId, std::uint32_t>> found;
  for (cpn::TransitionId id = 0; id < transitions.size(); ++id) {
    if (!Has(id) || transitions[id].declaration->priority < least) continue;
    for (const std::uint32_t number : Find(id, marking)) found.emplace_back(id, number);
  }
  return found;
}

const std::vector<std::uint32_t>& Guards::Find(cpn::TransitionId transition,
                                               const cpn::Marking& marking) {
  Of& decision = decisions_[transition];
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
    const auto [number, fresh] = decision.numbers.emplace(
        evaluation, static_cast<std::uint32_t>(decision.evaluations.size()));
    if (fresh) decision.evaluations.push_back(evaluation);
    entry->second.push_back(number->second);
  }
  return entry->second;
}

/// False when a let that the guard would need cannot be computed, which is no evaluation.
bool Guards::Evaluate(const Of& decision, std::span<const cpn::Value> binding,
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

bool Guards::Evaluate(const Part& part, const BooleanExpression& tree,
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
