#include "cpn/engine/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <stdexcept>

#include "cpn/engine/binding_format.h"
#include "cpn/engine/binding_search.h"
#include "cpn/engine/change_memo.h"
#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/effect.h"
#include "cpn/engine/element_store.h"
#include "cpn/engine/evaluation_memo.h"
#include "cpn/engine/search_plan.h"
#include "cpn/engine/transition_memo.h"
#include "cpn/values/arena.h"

namespace cpn {
namespace {

/// A change of one place; identities (a token taken and put back) are left out.
struct PlaceChange {
  PlaceId place = 0;
  ChangeId change = 0;
};

/// What an element does, computed when it is first asked for.
struct Effect {
  bool computed = false;
  std::span<const TokenMove> moves;
  std::span<const PlaceChange> changes;
};

/// A transition with what is remembered about it.
struct TransitionState {
  TransitionState(CompiledTransition c, std::size_t memo_bytes)
      : compiled(std::move(c)), plans(&compiled), memo(compiled.deciding_places, memo_bytes) {}
  CompiledTransition compiled;
  SearchPlans plans;
  TransitionMemo memo;
};

std::vector<std::uint32_t> VariableCounts(const Net& net) {
  std::vector<std::uint32_t> counts;
  for (const Transition& t : net.transitions()) {
    counts.push_back(static_cast<std::uint32_t>(t.declaration->variables.size()));
  }
  return counts;
}

}  // namespace

struct Engine::Impl {
  Impl(const Net* n, ColourSets* colour_sets, ValueStore* values, MultiSetStore* multisets,
       Evaluator* e, const EngineOptions& options)
      : net(n),
        evaluator(e),
        evaluations(e, &n->model().functions, values, multisets, options.memo_bytes),
        context{n, colour_sets, values, multisets, &evaluations},
        elements(VariableCounts(*n)),
        search(context, &elements, options.max_search_steps, options.budget),
        effect_computer(context),
        changes(multisets, options.memo_bytes) {
    std::map<int, std::vector<TransitionId>, std::greater<>> by_priority;
    const std::size_t count = net->transitions().size();
    for (TransitionId t = 0; t < count; ++t) {
      transitions.push_back(std::make_unique<TransitionState>(
          CompileTransition(*net, t, *colour_sets, *values), options.memo_bytes / count));
      by_priority[net->transitions()[t].declaration->priority].push_back(t);
    }
    for (auto& [priority, group] : by_priority) priorities.push_back(std::move(group));
  }

  /// Enabled elements of one transition, priorities aside. Valid until the next call.
  std::span<const BindingElementId> EnabledOf(TransitionId id, const Marking& marking) {
    TransitionState& t = *transitions[id];
    for (const PlaceId place : t.compiled.needed_places) {
      if (marking[place].id == 0) return {};
    }
    if (const auto known = t.memo.Find(marking)) return *known;
    const std::span<const BindingElementId> found = search.Find(t.compiled, t.plans, marking);
    t.memo.Remember(marking, found);
    return found;
  }

  const Effect& EffectOf(BindingElementId id) {
    if (id >= effects.size()) effects.resize(elements.size());
    Effect& effect = effects[id];
    if (!effect.computed) {
      const CompiledTransition& t = transitions[elements.TransitionOf(id)]->compiled;
      const std::vector<TokenMove>& computed = effect_computer.Compute(t, elements[id]);
      std::vector<PlaceChange> place_changes;
      for (const TokenMove& move : computed) {
        if (!move.reset && move.removed == move.added) continue;
        place_changes.push_back(
            {move.place, changes.Intern({move.removed, move.added, move.reset})});
      }
      effect.moves = moves.Append(computed);
      effect.changes = place_change_arena.Append(place_changes);
      effect.computed = true;
    }
    return effect;
  }

  [[noreturn]] void ThrowOverflow(BindingElementId id, PlaceId place, const char* what) const {
    const Transition& t = net->transitions()[elements.TransitionOf(id)];
    throw ModelError(t.declaration->where,
                     fmt::format("transition {}: place {} would hold {}; binding {}", t.name,
                                 net->places()[place].name, what,
                                 FormatBinding(*net, elements[id], *context.values)));
  }

  const Net* net;
  Evaluator* evaluator;
  EvaluationMemo evaluations;
  EngineContext context;
  ElementStore elements;
  BindingSearch search;
  EffectComputer effect_computer;
  ChangeMemo changes;
  std::vector<std::unique_ptr<TransitionState>> transitions;  // parallel to the net's
  std::vector<std::vector<TransitionId>> priorities;          // highest first
  std::vector<Effect> effects;                                // by element
  Arena<TokenMove> moves;
  Arena<PlaceChange> place_change_arena;
  std::vector<BindingElementId> enabled;  // the last Enabled()
};

Engine::Engine(const Net* net, ColourSets* colour_sets, ValueStore* values,
               MultiSetStore* multisets, Evaluator* evaluator, const EngineOptions& options)
    : impl_(std::make_unique<Impl>(net, colour_sets, values, multisets, evaluator, options)) {}

Engine::~Engine() = default;

Marking Engine::InitialMarking() {
  Marking marking;
  for (const Place& place : impl_->net->places()) {
    try {
      marking.push_back(impl_->context.multisets->Intern(place.initial));
    } catch (const std::overflow_error& e) {
      throw ModelError(place.where,
                       fmt::format("the initial marking of place {} has {}", place.name, e.what()));
    }
  }
  return marking;
}

std::span<const BindingElementId> Engine::Enabled(const Marking& marking) {
  std::vector<BindingElementId>& enabled = impl_->enabled;
  enabled.clear();
  for (const std::vector<TransitionId>& group : impl_->priorities) {
    for (const TransitionId t : group) {
      const std::span<const BindingElementId> found = impl_->EnabledOf(t, marking);
      enabled.insert(enabled.end(), found.begin(), found.end());
    }
    if (!enabled.empty()) break;
  }
  return enabled;
}

bool Engine::IsEnabled(const Marking& marking, BindingElementId element) {
  const TransitionId transition = impl_->elements.TransitionOf(element);
  const std::span<const BindingElementId> enabled = impl_->EnabledOf(transition, marking);
  return std::ranges::find(enabled, element) != enabled.end();
}

void Engine::Occur(Marking& marking, BindingElementId element) {
  for (const PlaceChange& change : impl_->EffectOf(element).changes) {
    try {
      marking[change.place] = impl_->changes.Apply(change.change, marking[change.place]);
    } catch (const std::overflow_error& e) {
      impl_->ThrowOverflow(element, change.place, e.what());
    }
  }
}

std::strong_ordering Engine::CompareElements(BindingElementId a, BindingElementId b) const {
  const ElementStore& elements = impl_->elements;
  if (elements.TransitionOf(a) != elements.TransitionOf(b)) {
    return elements.TransitionOf(a) <=> elements.TransitionOf(b);
  }
  const std::span<const Value> x = elements.Values(a);
  const std::span<const Value> y = elements.Values(b);
  const auto [i, j] = std::ranges::mismatch(x, y);
  return i == x.end() ? std::strong_ordering::equal : impl_->context.values->Compare(*i, *j);
}

BindingElement Engine::Element(BindingElementId id) const { return impl_->elements[id]; }

std::span<const TokenMove> Engine::Moves(BindingElementId id) const {
  return impl_->EffectOf(id).moves;
}

std::string Engine::FormatElement(BindingElementId id) const {
  const BindingElement element = Element(id);
  return net().transitions()[element.transition].name + ' ' +
         FormatBinding(net(), element, values());
}

std::string Engine::FormatMarking(const Marking& marking) const {
  std::string out;
  for (PlaceId p = 0; p < marking.size(); ++p) {
    if (marking[p].id == 0) continue;
    out += fmt::format("{}: {}\n", net().places()[p].name, multisets().Format(marking[p]));
  }
  return out;
}

const std::vector<std::vector<TransitionId>>& Engine::PriorityGroups() const {
  return impl_->priorities;
}

const CompiledTransition& Engine::Compiled(TransitionId id) const {
  return impl_->transitions[id]->compiled;
}

std::span<const BindingElementId> Engine::FindBindings(TransitionId id, const Marking& marking) {
  TransitionState& t = *impl_->transitions[id];
  return impl_->search.Find(t.compiled, t.plans, marking);
}

const std::vector<TokenMove>& Engine::ComputeMoves(BindingElementId id) {
  const CompiledTransition& t = impl_->transitions[impl_->elements.TransitionOf(id)]->compiled;
  return impl_->effect_computer.Compute(t, impl_->elements[id]);
}

const EngineContext& Engine::context() const { return impl_->context; }

const Net& Engine::net() const { return *impl_->net; }
ValueStore& Engine::values() const { return *impl_->context.values; }
MultiSetStore& Engine::multisets() const { return *impl_->context.multisets; }
Evaluator& Engine::evaluator() const { return *impl_->evaluator; }

EngineStatistics Engine::statistics() const {
  EngineStatistics statistics;
  statistics.evaluations = impl_->evaluations.evaluations();
  statistics.purity_checks = impl_->evaluations.purity_checks();
  statistics.binding_elements = impl_->elements.size();
  for (const auto& t : impl_->transitions) {
    statistics.memo_hits += t->memo.hits();
    statistics.memo_misses += t->memo.misses();
  }
  return statistics;
}

}  // namespace cpn
