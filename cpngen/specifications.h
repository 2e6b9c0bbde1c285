// The test case specification that a call names, among those of the model.
//
// Thread safety: as the model.
#pragma once

#include <string>

#include "cpn/lua/lua_model.h"

namespace cpngen {

/// The one of that name; for no name the only one that there is. Throws ModelError when there is
/// none, or more than one to choose from.
cpn::lua::TestSpecification& ChooseSpecification(cpn::lua::LuaModel& model,
                                                 const std::string& name);

}  // namespace cpngen
