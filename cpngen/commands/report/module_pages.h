// The modules of a model on a page: pictures, each leading to those of the modules below it.
//
// Thread safety: as the model.
#pragma once

#include <string>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/page/html_page.h"

namespace cpngen {

inline constexpr const char* kColoursOfCoverage =
    "Green: all that runs reach is covered; yellow: some of it; red: nothing; grey: no run gets "
    "there. Below a transition stands by how many of the cases and runs it is covered, above a "
    "place how many of the values that it can hold are.";

/// One picture a module, with the `colours` if there are some. `prefix` sets the ids of further
/// pictures of the same modules apart; links lead to those without one. Throws GraphvizError and
/// StopError.
void AddModulePages(cpn::lua::LuaModel& model, const Decorate& colours, const std::string& prefix,
                    const base::Budget& budget, HtmlPage& page);

}  // namespace cpngen
