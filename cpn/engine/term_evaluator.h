// What the terms of inscriptions denote under a binding: conditions, patterns, computed colours and
// multi-sets.
//
// Thread safety: none, one per worker.
#pragma once

#include <span>
#include <vector>

#include "cpn/engine/compiled_pattern.h"
#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/evaluation_memo.h"
#include "cpn/net/net.h"
#include "cpn/values/multiset.h"

namespace cpn {

/// What the parts of an engine share; all outlive them.
struct EngineContext {
  const Net* net = nullptr;
  ColourSets* colour_sets = nullptr;
  ValueStore* values = nullptr;
  MultiSetStore* multisets = nullptr;
  EvaluationMemo* evaluator = nullptr;
};

class TermEvaluator {
 public:
  explicit TermEvaluator(const EngineContext& context);

  /// Is the guard or condition true? Requires that what it reads is bound; so do the others.
  bool Holds(const Call& call, const PartialBinding& binding);
  /// Has the term no condition, or one that is true?
  bool IsPresent(const CompiledTerm& term, const PartialBinding& binding);
  Value Compute(const Call& call, ColourSetId type, const PartialBinding& binding);
  Value Build(const CompiledPattern& pattern, const PartialBinding& binding);
  bool Match(const CompiledPattern& pattern, Value token, PartialBinding& binding);
  /// Appends the tokens that a term without wildcard denotes: none when its condition is false.
  /// Throws ModelError when a coefficient does not fit 32 bits.
  void AppendTokens(const CompiledTerm& term, const PartialBinding& binding,
                    std::vector<MultiSetEntry>& out);

 private:
  std::span<const Value> Arguments(const Call& call, const PartialBinding& binding);

  EngineContext context_;
  PatternRunner patterns_;
  std::vector<Value> arguments_;
};

}  // namespace cpn
