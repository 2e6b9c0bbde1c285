#include "cpn/lua/run/model_state.h"

namespace cpn::lua {

ModelState::ModelState(Evaluator* model_evaluator, LuaStateFunctions* functions,
                       Loading* declarations, std::size_t memory_limit,
                       std::uint32_t instruction_limit)
    : evaluator(model_evaluator),
      state_functions(functions),
      loading(declarations),
      converter(&model.colour_sets, &values, model_evaluator),
      lua(this, &sources, memory_limit, instruction_limit) {}

}  // namespace cpn::lua
