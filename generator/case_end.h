// Where the case of a run ends before the run does: at the goal of its specification.
//
// Thread safety: as the model (one worker).
#pragma once

#include <vector>

#include "cpn/ctl/state_function_memo.h"
#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"

namespace generator {

class CaseEnd {
 public:
  /// Both must outlive it; `specification` is one of the model's.
  CaseEnd(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification& specification);
  /// `functions`, which must outlive it, too, are asked in place of the model's.
  CaseEnd(cpn::lua::LuaModel& model, const cpn::lua::TestSpecification& specification,
          cpn::ctl::StateFunctions* functions);

  /// Does the specification have a goal?
  bool exists() const { return static_cast<bool>(goal_); }
  /// Is the case over in this marking? Throws ModelError when the model's function fails.
  bool IsIn(const cpn::Marking& marking);
  bool IsIn(const cpn::StateSpace& space, cpn::NodeId node);
  /// The same of a marking that `at(place)` knows.
  template <typename PlaceMarkings>
  bool IsInMarking(const PlaceMarkings& at) {
    return goal_.marking && memo_.Holds(*goal_.marking, at);
  }
  /// Is it over when this binding element has occurred, in whatever marking?
  bool IsBehind(cpn::BindingElementId element) const;

 private:
  cpn::lua::LuaModel& model_;
  const cpn::lua::CaseGoal goal_;
  cpn::ctl::StateFunctionMemo memo_;
};

}  // namespace generator
