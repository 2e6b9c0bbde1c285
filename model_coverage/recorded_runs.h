// Recorded runs of a model as a graph of their own, for models whose state space is too large: what
// they went through is known, what else there is is not.
//
// Thread safety: as the model.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "cpn/engine/engine.h"
#include "model_coverage/case_items.h"
#include "model_coverage/measure.h"

namespace model_coverage {

class RecordedRuns {
 public:
  /// The engine must outlive it.
  explicit RecordedRuns(cpn::Engine& engine);

  /// Adds a run from the initial marking. Requires that it is one.
  void Add(const std::vector<cpn::BindingElementId>& run);
  /// The markings and steps of all runs; nothing is observed. This must outlive it.
  MarkingGraph Graph() const;

 private:
  std::uint32_t Number(const cpn::Marking& marking);

  cpn::Engine& engine_;
  std::vector<cpn::Marking> markings_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;        ///< by the ids of a marking
  std::vector<std::map<cpn::BindingElementId, std::uint32_t>> steps_;  ///< by marking: where to
};

/// What a run covers in a graph with these binding elements by arc (of the graph without pairs); it
/// ends where the graph does, at a goal. Nothing when it is no run of the graph.
std::optional<Coverage> CoverageOfRun(const ItemGraph& graph,
                                      const std::vector<cpn::BindingElementId>& elements,
                                      const std::vector<cpn::BindingElementId>& run);

}  // namespace model_coverage
