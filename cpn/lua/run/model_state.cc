#include "cpn/lua/run/model_state.h"

#include "cpn/lua/interpreter/describe.h"

namespace cpn::lua {

ModelState::ModelState(Evaluator* model_evaluator, LuaStateFunctions* functions,
                       Loading* declarations, const ModelLimits& limits)
    : evaluator(model_evaluator),
      state_functions(functions),
      loading(declarations),
      values(limits.value),
      converter(&model.colour_sets, &values, model_evaluator),
      lua(this, &sources, limits, Describe) {}

}  // namespace cpn::lua
