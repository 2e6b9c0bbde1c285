// The test case specification that a call means.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "cpn/lua/lua_model.h"

namespace cpngen {

/// The specification that `name` names, or the model's only one when it is empty. Throws
/// ModelError.
cpn::lua::TestSpecification& ChooseSpecification(cpn::lua::LuaModel& model,
                                                 const std::string& name);

/// Throws ModelError when no transition of the net can be observed.
void RequireObservations(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification);

}  // namespace cpngen
