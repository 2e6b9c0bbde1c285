// The modules of a model as `draw` shows them, with what is covered: green, all that can be
// reached; yellow, some; vermillion, nothing; grey, nothing can be reached. Below a transition
// stands by how many of the cases and runs it is covered, above a place how many of its values are.
//
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/draw/diagram.h"
#include "cpn/lua/lua_model.h"
#include "model_coverage/items.h"
#include "model_coverage/report.h"

namespace cpngen {

struct ModulePicture {
  std::string module;
  std::vector<std::string> pages;  ///< in SVG
};

/// What is done to the picture of a module before it has a layout.
using Decorate = std::function<void(cpn::ModuleId module, cpn::draw::Diagram& diagram)>;

/// Colours and figures of what is covered; `total` is the number of cases and runs. The model must
/// outlive the result.
Decorate CoverColours(cpn::lua::LuaModel& model, const model_coverage::ItemGraph& items,
                      const model_coverage::CoverageSum& sum, std::uint64_t total);

/// One a module, on one or more pages. Throws GraphvizError and StopError.
std::vector<ModulePicture> DrawModules(cpn::lua::LuaModel& model, const Decorate& decorate,
                                       const base::Budget& budget);

}  // namespace cpngen
