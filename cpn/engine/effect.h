// What the occurrence of a binding element does to each place: the one place that evaluates output
// inscriptions and checks the colours of what they yield.
//
// Thread safety: none, one per worker.
#pragma once

#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/marking.h"
#include "cpn/engine/term_evaluator.h"

namespace cpn {

class EffectComputer {
 public:
  explicit EffectComputer(const EngineContext& context) : context_(context), terms_(context) {}

  /// Moves of an enabled binding element, one per place, in order of the arcs. Throws ModelError
  /// when an output token is no colour of its place. Valid until the next call.
  const std::vector<TokenMove>& Compute(const CompiledTransition& transition,
                                        const BindingElement& element);

 private:
  void AppendRemoved(const CompiledTerm& term, const BindingElement& element,
                     std::vector<MultiSetEntry>& out);
  /// Names the transition and the place when the inscription fails.
  void AppendAdded(const CompiledTerm& term, const BindingElement& element,
                   std::vector<MultiSetEntry>& out);
  void CheckColours(const CompiledTerm& term, const BindingElement& element,
                    const std::vector<MultiSetEntry>& added);
  TokenMove& MoveOf(PlaceId place);

  EngineContext context_;
  TermEvaluator terms_;
  PartialBinding binding_;
  std::vector<TokenMove> moves_;
  std::vector<MultiSetEntry> entries_;
};

}  // namespace cpn
