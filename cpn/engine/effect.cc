#include "cpn/engine/effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cpn/engine/binding_format.h"

namespace cpn {

const std::vector<TokenMove>& EffectComputer::Compute(const CompiledTransition& transition,
                                                      const BindingElement& element) {
  moves_.clear();
  binding_.Assign(element.binding);
  for (const std::vector<CompiledTerm>* terms : {&transition.matched, &transition.computed}) {
    for (const CompiledTerm& term : *terms) {
      if (!term.consumes) continue;
      entries_.clear();
      AppendRemoved(term, element, entries_);
      MultiSet& removed = MoveOf(term.place).removed;
      removed = context_.multisets->Add(removed, context_.multisets->Intern(entries_));
    }
  }
  for (const PlaceId place : transition.resets) MoveOf(place).reset = true;
  for (const CompiledTerm& term : transition.outputs) {
    entries_.clear();
    AppendAdded(term, element, entries_);
    CheckColours(term, element, entries_);
    MultiSet& added = MoveOf(term.place).added;
    try {
      added = context_.multisets->Add(added, context_.multisets->Intern(entries_));
    } catch (const std::overflow_error& e) {
      const Transition& declared = context_.net->transitions()[transition.id];
      throw ModelError(declared.arcs[term.arc].declaration->where,
                       fmt::format("transition {} puts {} on place {}; binding {}", declared.name,
                                   e.what(), context_.net->places()[term.place].name,
                                   FormatBinding(*context_.net, element, *context_.values)));
    }
  }
  std::erase_if(moves_, [](const TokenMove& move) {
    return move.removed.id == 0 && move.added.id == 0 && !move.reset;
  });
  return moves_;
}

void EffectComputer::AppendRemoved(const CompiledTerm& term, const BindingElement& element,
                                   std::vector<MultiSetEntry>& out) {
  if (term.wildcard) {
    out.push_back({element.wildcards[*term.wildcard], term.count});
  } else {
    terms_.AppendTokens(term, binding_, out);
  }
}

void EffectComputer::AppendAdded(const CompiledTerm& term, const BindingElement& element,
                                 std::vector<MultiSetEntry>& out) {
  try {
    terms_.AppendTokens(term, binding_, out);
  } catch (const ModelError& e) {
    throw ModelError(e.where(), fmt::format("{}; transition {}, place {}", e.message(),
                                            context_.net->transitions()[element.transition].name,
                                            context_.net->places()[term.place].name));
  }
}

void EffectComputer::CheckColours(const CompiledTerm& term, const BindingElement& element,
                                  const std::vector<MultiSetEntry>& added) {
  for (const MultiSetEntry& entry : added) {
    if (context_.colour_sets->Contains(term.type, entry.value, *context_.evaluator)) continue;
    const Transition& transition = context_.net->transitions()[element.transition];
    throw ModelError(transition.arcs[term.arc].declaration->where,
                     fmt::format("transition {} puts {} on place {}, which is no colour of {}; "
                                 "binding {}",
                                 transition.name, context_.values->Format(entry.value),
                                 context_.net->places()[term.place].name,
                                 (*context_.colour_sets)[term.type].name,
                                 FormatBinding(*context_.net, element, *context_.values)));
  }
}

TokenMove& EffectComputer::MoveOf(PlaceId place) {
  const auto at = std::ranges::find(moves_, place, &TokenMove::place);
  if (at != moves_.end()) return *at;
  moves_.push_back({place, {}, {}, false});
  return moves_.back();
}

}  // namespace cpn
