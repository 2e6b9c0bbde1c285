// Which items the markings and steps of a model have.
//
// Thread safety: as the model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "generator/observed_graph.h"
#include "model_coverage/decisions.h"
#include "model_coverage/items.h"
#include "model_coverage/premises.h"

namespace model_coverage {

/// A graph of markings: a state space, or the runs that were recorded.
struct MarkingGraph {
  generator::ObservedGraph graph;
  std::vector<cpn::BindingElementId> elements;  ///< by arc
  /// The marking of a node; empty for one that is no marking in particular (behind a goal).
  std::function<cpn::Marking(std::uint32_t node)> marking_of;
};

struct MeasureOptions {
  bool pairs = false;
  std::string variable;  ///< of kVariable; empty: none
};

class Measurer {
 public:
  /// All must outlive it.
  Measurer(cpn::lua::LuaModel& model, Decisions& decisions, Premises& premises)
      : model_(model), decisions_(decisions), premises_(premises) {}

  /// Throws ModelError when the model fails in a condition or state function.
  ItemGraph Measure(const MarkingGraph& input, const MeasureOptions& options);

 private:
  void AddNode(const cpn::Marking& marking);
  void AddValues(const cpn::Marking& marking);
  void AddArc(std::uint64_t arc, cpn::BindingElementId element);

  cpn::lua::LuaModel& model_;
  Decisions& decisions_;
  Premises& premises_;
  std::vector<std::optional<std::uint32_t>> variables_;  ///< by transition: the chosen variable
  ItemGraph* result_ = nullptr;
  std::vector<ItemId> list_;
};

}  // namespace model_coverage
