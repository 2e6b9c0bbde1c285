// What the occurrence of a binding element does to each place: the one place that evaluates output
// inscriptions and checks the colours of what they yield.
//
// Thread safety: none, one per worker.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
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
  /// Tokens that a move removes or adds, while its terms are gone through.
  struct Pending {
    std::vector<MultiSetEntry> entries;
    std::uint32_t arc = 0;  ///< of the last of them
  };

  void AppendRemoved(const CompiledTerm& term, const BindingElement& element,
                     std::vector<MultiSetEntry>& out);
  /// Names the transition and the place when the inscription fails.
  void AppendAdded(const CompiledTerm& term, const BindingElement& element,
                   std::vector<MultiSetEntry>& out);
  void CheckColours(const CompiledTerm& term, const BindingElement& element,
                    std::span<const MultiSetEntry> added);
  /// The index of the place's move.
  std::size_t MoveOf(PlaceId place);
  void FinishAdded(const BindingElement& element);

  EngineContext context_;
  TermEvaluator terms_;
  PartialBinding binding_;
  std::vector<TokenMove> moves_;
  std::vector<Pending> pending_;                      // parallel to moves_, or longer
  std::unordered_map<PlaceId, std::size_t> move_of_;  // where there are many
};

}  // namespace cpn
