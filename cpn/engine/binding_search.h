// Finds the enabled bindings of one transition in one marking: backtracking over the steps of a
// SearchPlan. The one place that knows when a binding is enabled (rules 1-5 of
// compiled_transition.h).
//
// Thread safety: none, one per worker.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/element_store.h"
#include "cpn/engine/inhibitor.h"
#include "cpn/engine/marking.h"
#include "cpn/engine/search_plan.h"
#include "cpn/engine/term_evaluator.h"

namespace cpn {

class BindingSearch {
 public:
  /// `budget` may be null; it, and the other pointers, must outlive the search.
  BindingSearch(const EngineContext& context, ElementStore* elements, std::uint64_t max_steps,
                const base::Budget* budget);

  /// Enabled binding elements of `transition`, each once, in canonical order. Valid until the next
  /// call. Throws ModelError when it takes more than `max_steps` candidates, and StopError.
  std::span<const BindingElementId> Find(const CompiledTransition& transition, SearchPlans& plans,
                                         const Marking& marking);
  /// The same for a transition of which the guards were taken away: what it could do but for them.
  /// Guards may protect the rest from what cannot be computed, so that what fails here with a
  /// ModelError counts as there: its variables are left PartialBinding::kUnbound, and what reads
  /// them is not looked at. Each once, in no particular order.
  std::span<const BindingElementId> FindCandidates(const CompiledTransition& transition,
                                                   SearchPlans& plans, const Marking& marking);

 private:
  /// Tokens that the terms so far take from places which several terms share.
  struct Taken {
    PlaceId place;
    Value value;
    std::uint64_t count;
  };

  void Start(const CompiledTransition& transition, SearchPlans& plans, const Marking& marking);
  void Run(std::size_t step);
  void Match(const CompiledTerm& term, std::size_t step);
  void LookUp(const CompiledTerm& term, std::size_t step);
  void Compute(const CompiledTerm& term, std::size_t step);
  void Let(const CompiledLet& let, std::size_t step);
  void Free(std::uint32_t variable, std::size_t step);
  void Emit();
  /// For candidates: may the step be left out, since it reads what could not be computed?
  bool ReadsUnbound(std::span<const std::uint32_t> variables) const;
  /// For candidates: false when computing fails; otherwise it throws then.
  template <typename Computation>
  bool Try(Computation compute);
  void Sort();
  void CountStep();

  /// Takes tokens for a term when the place has as many; the caller undoes it by shrinking taken_.
  bool Take(const CompiledTerm& term, Value value, std::uint64_t count, std::uint64_t available);

  EngineContext context_;
  ElementStore* elements_;
  std::uint64_t max_steps_;
  const base::Budget* budget_;
  TermEvaluator terms_;
  InhibitorCheck inhibitors_;
  std::function<void()> count_step_;

  const CompiledTransition* transition_ = nullptr;
  const Marking* marking_ = nullptr;
  const SearchPlan* plan_ = nullptr;
  PartialBinding binding_;
  std::vector<Value> wildcards_;
  std::vector<Taken> taken_;
  std::vector<BindingElementId> found_;
  std::vector<MultiSetEntry> tokens_;
  std::vector<Value> scratch_;
  std::uint64_t steps_ = 0;
  bool candidates_ = false;  ///< what fails is passed over
};

}  // namespace cpn
