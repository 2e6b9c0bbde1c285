#include "cpn/reduce/unfolding.h"

#include <algorithm>

#include "cpn/engine/compiled_transition.h"
#include "cpn/reduce/unfolder.h"

namespace cpn::reduce {
namespace {

/// Any token that matches will do for a test arc with a wildcard.
bool LeavesOpen(const CompiledTerm& term) {
  return term.kind == ArcTerm::Kind::kPattern && term.pattern.wildcard && !term.wildcard;
}

bool IsPlain(const Engine& engine) {
  if (engine.PriorityGroups().size() > 1) return false;
  for (TransitionId id = 0; id < engine.net().transitions().size(); ++id) {
    const CompiledTransition& transition = engine.Compiled(id);
    if (!transition.inhibitors.empty() || !transition.resets.empty()) return false;
    if (std::ranges::any_of(transition.matched, LeavesOpen)) return false;
    if (std::ranges::any_of(transition.computed, LeavesOpen)) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<const Unfolding> Unfolding::Make(Engine& engine, const UnfoldingLimits& limits) {
  if (!IsPlain(engine)) return nullptr;
  try {
    return Unfolder(&engine, limits).Make();
  } catch (const ModelError&) {
    return nullptr;
  }
}

std::optional<TokenNumber> Unfolding::TokenOf(PlaceId place, Value value) const {
  const auto known = token_of_[place].find(value.id);
  return known == token_of_[place].end() ? std::nullopt : std::optional(known->second);
}

}  // namespace cpn::reduce
