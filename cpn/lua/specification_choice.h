// Which test case specification of a model a call means.
#pragma once

#include <string>
#include <string_view>

#include "cpn/lua/lua_model.h"

namespace cpn::lua {

/// The specification of this name, or if `name` is empty, the only one of the model. `option` is
/// what a user says the name with. Throws cpn::ModelError: there is none of that name, none at all,
/// or there are several and no name was said.
TestSpecification& ChooseSpecification(const LuaModel& model, const std::string& name,
                                       std::string_view option = "--spec");

}  // namespace cpn::lua
