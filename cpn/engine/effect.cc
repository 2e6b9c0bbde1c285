#include "cpn/engine/effect.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cpn/engine/binding_format.h"

namespace cpn {

const std::vector<TokenMove>& EffectComputer::Compute(const CompiledTransition& transition,
                                                      const BindingElement& element) {
  moves_.clear();
  move_of_.clear();
  binding_.Assign(element.binding);
  for (const std::vector<CompiledTerm>* terms : {&transition.matched, &transition.computed}) {
    for (const CompiledTerm& term : *terms) {
      if (term.consumes) AppendRemoved(term, element, pending_[MoveOf(term.place)].entries);
    }
  }
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    moves_[i].removed = context_.multisets->Intern(pending_[i].entries);
    pending_[i].entries.clear();
  }
  for (const PlaceId place : transition.resets) moves_[MoveOf(place)].reset = true;
  for (const CompiledTerm& term : transition.outputs) {
    Pending& pending = pending_[MoveOf(term.place)];
    const std::size_t before = pending.entries.size();
    AppendAdded(term, element, pending.entries);
    CheckColours(term, element, std::span(pending.entries).subspan(before));
    pending.arc = term.arc;
  }
  FinishAdded(element);
  std::erase_if(moves_, [](const TokenMove& move) {
    return move.removed.id == 0 && move.added.id == 0 && !move.reset;
  });
  return moves_;
}

void EffectComputer::FinishAdded(const BindingElement& element) {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (pending_[i].entries.empty()) continue;
    try {
      moves_[i].added = context_.multisets->Intern(pending_[i].entries);
    } catch (const std::overflow_error& e) {
      const Transition& declared = context_.net->transitions()[element.transition];
      throw ModelError(declared.arcs[pending_[i].arc].declaration->where,
                       fmt::format("transition {} puts {} on place {}; binding {}", declared.name,
                                   e.what(), context_.net->places()[moves_[i].place].name,
                                   FormatBinding(*context_.net, element, *context_.values)));
    }
  }
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
    const Transition& transition = context_.net->transitions()[element.transition];
    const SourceLocation& arc = transition.arcs[term.arc].declaration->where;
    throw ModelError(e.where().line > 0 ? e.where() : arc,
                     fmt::format("{}; transition {}, place {}", e.message(), transition.name,
                                 context_.net->places()[term.place].name));
  }
}

void EffectComputer::CheckColours(const CompiledTerm& term, const BindingElement& element,
                                  std::span<const MultiSetEntry> added) {
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

std::size_t EffectComputer::MoveOf(PlaceId place) {
  constexpr std::size_t kFew = 16;
  const std::size_t size = moves_.size();
  if (size <= kFew) {
    const auto at = std::ranges::find(moves_, place, &TokenMove::place);
    if (at != moves_.end()) return static_cast<std::size_t>(at - moves_.begin());
  }
  if (size == kFew) {
    for (std::size_t i = 0; i < size; ++i) move_of_.emplace(moves_[i].place, i);
  }
  if (size >= kFew) {
    const auto [at, fresh] = move_of_.try_emplace(place, size);
    if (!fresh) return at->second;
  }
  moves_.push_back({place, {}, {}, false});
  if (pending_.size() < moves_.size()) pending_.emplace_back();
  pending_[size].entries.clear();
  return size;
}

}  // namespace cpn
