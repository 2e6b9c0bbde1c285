// What a complete binding of a transition lacks in a marking: rules 1-5 of
// cpn/engine/compiled_transition.h, each asked, whatever the others say.
//
// Thread safety: as the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/inhibitor.h"
#include "cpn/engine/term_evaluator.h"
#include "cpn/why/obstacle.h"

namespace cpn::why {

class ObstacleFinder {
 public:
  /// All must outlive this. `count_step` is called for work that may be long, and may throw.
  ObstacleFinder(Engine& engine, const Marking& marking, const CompiledTransition& transition,
                 std::function<void()> count_step);

  /// In the order: tokens, guards, lets, inhibitor arcs; the priority when there are no others.
  /// Requires that all variables are bound. Throws ModelError when an inscription fails for these
  /// values.
  std::vector<Obstacle> Of(PartialBinding& binding);

 private:
  struct Taken {
    PlaceId place;
    Value value;
    std::uint64_t count;
  };

  void AddTokens(const PartialBinding& binding);
  void Take(PlaceId place, const MultiSetEntry& token);
  void TakeAny(const CompiledTerm& term, PartialBinding& binding);
  void AddGuards(const PartialBinding& binding);
  void AddInhibitors(PartialBinding& binding);
  void AddPriority();

  Engine& engine_;
  const Marking& marking_;
  const CompiledTransition& transition_;
  std::function<void()> count_step_;
  TermEvaluator terms_;
  InhibitorCheck inhibitors_;
  std::vector<Taken> taken_;
  std::vector<Obstacle> obstacles_;
};

}  // namespace cpn::why
