// What the binding elements of a model show under a test case specification, asked once each.
//
// Thread safety: as the model (one worker).
#pragma once

#include <optional>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "generator/label_table.h"
#include "generator/observed_graph.h"

namespace generator {

class Observer {
 public:
  /// Both must outlive the observer; `specification` is one of the model's.
  Observer(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification);

  /// Could any transition of the model be observed?
  bool ObservesAnything() const;
  /// Could this one?
  bool CanObserve(cpn::TransitionId transition) const { return observable_[transition]; }
  /// The label of a binding element: kSilent when it is not observed. Calls Lua the first time.
  LabelId LabelOf(cpn::BindingElementId element);
  /// The same of one that the engine need not have met; calls Lua each time.
  LabelId Observe(const cpn::BindingElement& element);
  /// The observations of each label so far; the first is kSilent's, empty.
  const std::vector<std::vector<ObservationId>>& labels() const { return labels_.labels(); }
  const ObservationTable& observations() const { return labels_.observations(); }
  const LabelTable& label_table() const { return labels_; }

 private:
  cpn::lua::LuaModel& model_;
  cpn::lua::TestSpecification& specification_;
  std::vector<bool> observable_;  ///< by transition
  std::vector<std::optional<LabelId>> of_element_;
  LabelTable labels_;
};

}  // namespace generator
