// Enabled binding elements and their occurrence: the one place that knows the firing rule.
//
// How it works: a marking of the net is a vector of interned place markings;
// what a transition can do depends only on the markings of the places on its arcs, so its enabled
// binding elements are memoised under (transition, those ids), and an inscription is evaluated once
// per distinct binding. Repeated markings cost table look-ups and no evaluation.
//
// Invariants:
//  1. A BindingElementId names one (transition, binding) for the engine's whole life, with one
//     effect.
//  2. Enabled() returns only binding elements of the highest priority that has any, in canonical
//     order: transitions in net order, bindings lexicographically by ValueStore::Compare in
//     variable order. The order does not depend on what was asked before.
//  3. A token outside its place's colour set never enters a marking: ModelError names the
//     transition, the place, the binding and the value.
// Thread safety: one Engine, with its stores and Evaluator, per worker.
// Source: Jensen & Kristensen (2009), ch. 4.2-4.4 (enabling, occurrence).
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/engine/marking.h"
#include "cpn/net/net.h"

namespace cpn {

struct CompiledTransition;
struct EngineContext;

struct EngineOptions {
  /// Candidates that the search for one transition's bindings in one marking may try; beyond it the
  /// model is wrong (ModelError), for instance three free variables over 4096 colours each.
  std::uint64_t max_search_steps = 10'000'000;
  /// Bound on each of the engine's memos, in bytes; a full memo is emptied.
  std::size_t memo_bytes = std::size_t{64} << 20;
  /// What the program may use: a search for bindings looks at it, and throws base::StopError. Must
  /// outlive the engine; null: none.
  const base::Budget* budget = nullptr;
};

struct EngineStatistics {
  std::uint64_t evaluations = 0;       ///< calls of the Evaluator, without the purity sample
  std::uint64_t purity_checks = 0;     ///< repeated evaluations of the purity sample
  std::uint64_t binding_elements = 0;  ///< distinct ones seen
  std::uint64_t memo_hits = 0;         ///< transitions answered from the memo
  std::uint64_t memo_misses = 0;
};

class Engine {
 public:
  /// All arguments must outlive the engine.
  Engine(const Net* net, ColourSets* colour_sets, ValueStore* values, MultiSetStore* multisets,
         Evaluator* evaluator, const EngineOptions& options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Marking InitialMarking();
  /// Enabled binding elements (invariant 2). Valid until the next call.
  std::span<const BindingElementId> Enabled(const Marking& marking);
  /// Is this binding element enabled, priorities aside?
  bool IsEnabled(const Marking& marking, BindingElementId element);
  /// `marking` becomes the marking after `element` occurs. Requires that it is enabled.
  void Occur(Marking& marking, BindingElementId element);

  BindingElement Element(BindingElementId id) const;
  /// The order of Enabled().
  std::strong_ordering CompareElements(BindingElementId a, BindingElementId b) const;
  /// The tokens that it moves, by place; test and inhibitor arcs move none.
  std::span<const TokenMove> Moves(BindingElementId id) const;

  /// "SendDecision (b = [(1, yes)], d = commit)" with the transition's full name.
  std::string FormatElement(BindingElementId id) const;
  /// One line per place that is not empty: "Ws.Waiting: 1`1 ++ 1`2".
  std::string FormatMarking(const Marking& marking) const;

  // For explorations, which have memos of their own.

  /// The transitions by priority, highest first.
  const std::vector<std::vector<TransitionId>>& PriorityGroups() const;
  /// A transition in the form that the search for its bindings uses.
  const CompiledTransition& Compiled(TransitionId id) const;
  /// The enabled binding elements of one transition, priorities aside, by a search without memo.
  /// Valid until the next call.
  std::span<const BindingElementId> FindBindings(TransitionId id, const Marking& marking);
  /// The tokens that an element moves, computed and not remembered; Moves() remembers. Valid until
  /// the next call.
  const std::vector<TokenMove>& ComputeMoves(BindingElementId id);
  /// The stores that all parts of the engine share.
  const EngineContext& context() const;

  const Net& net() const;
  ValueStore& values() const;
  MultiSetStore& multisets() const;
  Evaluator& evaluator() const;
  EngineStatistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cpn
