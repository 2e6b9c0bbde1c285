// What commands want of a test case specification.
//
// Thread safety: free functions without state.
#pragma once

#include "cpn/lua/lua_model.h"

namespace cpngen {

/// Throws ModelError when no transition of the net can be observed.
void RequireObservations(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification);

}  // namespace cpngen
