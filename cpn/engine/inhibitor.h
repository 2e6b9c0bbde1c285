// Does an inhibitor arc disable its transition under a complete binding? Rule 2 of
// compiled_transition.h.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/term_evaluator.h"

namespace cpn {

class InhibitorCheck {
 public:
  InhibitorCheck(TermEvaluator* terms, const MultiSetStore* multisets)
      : terms_(terms), multisets_(multisets) {}

  /// `count_step` is called once per token tried for a wildcard and may throw.
  bool Disables(const CompiledInhibitor& inhibitor, MultiSet marking, PartialBinding& binding,
                const std::function<void()>& count_step);

 private:
  /// Is there a choice of tokens for `wild` such that the place holds them beside sum_?
  bool Choose(std::span<const CompiledTerm* const> wild, PartialBinding& binding,
              const std::function<void()>& count_step);
  bool HoldsSum() const;

  TermEvaluator* terms_;
  const MultiSetStore* multisets_;
  MultiSet marking_;
  std::vector<MultiSetEntry> sum_;
};

}  // namespace cpn
