// Complete state-space-based generation as a pure algorithm: the test cases of all paths of an
// observed graph, each exactly once.
//
// A case is what a maximal path observes, as a set or as a sequence. Maximal paths are
//  - the finite ones: from the initial node to a dead marking, through whatever cycles;
//  - the infinite fair ones: a path that enters a terminal component (a strongly connected
//    component that no arc leaves, and that has arcs) stays there for ever and takes each of its
//    arcs sooner or later. It observes what it observed on the way, and all that the component can.
// In other words: the cases are what unlimited random runs end up with, with probability one.
// A path that could leave a cycle but never does is no test case: it is the start of others.
//
// How it works: silent cycles are contracted; the components of what remains are visited sinks
// first; the family of a node is the union, over its arcs, of the target's family extended by the
// arc's observations. Inside a component with observations that is a least fixpoint. Families are
// shared decision diagrams (case_families.h), computed from the end: early observations then come
// on top of a diagram, where extending is cheap.
// Source: the algorithm of Wang et al. for MBT/CPN visits each node once by its first path, and so
// loses cases; this one does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "generator/case_set.h"
#include "generator/condensation.h"
#include "generator/observed_graph.h"

namespace generator {

class PathCases {
 public:
  /// Requires: `graph` has a node, and every observation in it is less than the maximum of
  /// ObservationId.
  PathCases(const ObservedGraph& graph, CaseOrder order);
  /// The same for part of a graph: known[n] are cases of node n, along arcs that are not there; a
  /// node that has neither is a dead marking. `known` are families of `cases`, which `items` is of.
  PathCases(const ObservedGraph& graph, std::span<const CaseFamily> known, const CaseItems& items,
            CaseSet cases);
  /// What somebody has found in another way: as the members below say.
  PathCases(CaseSet cases, std::optional<LabelId> repeated_label, std::uint32_t endless_components)
      : cases_(std::move(cases)),
        repeated_label_(repeated_label),
        endless_components_(endless_components) {}

  /// Sequences only: the least label of an arc on a cycle. There are infinitely many sequences
  /// then, and cases() has none.
  const std::optional<LabelId>& repeated_label() const { return repeated_label_; }
  /// Terminal components with arcs: where runs go on for ever without reaching a dead marking.
  std::uint32_t endless_components() const { return endless_components_; }
  const CaseSet& cases() const { return cases_; }

 private:
  PathCases(const ContractedGraph& contracted, CaseOrder order);
  PathCases(const ContractedGraph& contracted, const CaseItems& items, CaseOrder order);
  void Find(const ContractedGraph& contracted, std::vector<CaseFamily> known,
            const CaseItems& items);

  CaseSet cases_;
  std::optional<LabelId> repeated_label_;
  std::uint32_t endless_components_ = 0;
};

}  // namespace generator
