// The modules of a model as `draw` shows them, with what is covered: green, all that can be
// reached; yellow, some; vermillion, nothing; grey, nothing can be reached. Below a transition
// stands by how many of the cases and runs it is covered, above a place how many of its values are.
//
// Thread safety: as the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "cpn/lua/lua_model.h"
#include "model_coverage/items.h"
#include "model_coverage/report.h"

namespace cpngen {

struct ModulePicture {
  std::string module;
  std::vector<std::string> pages;  ///< in SVG
};

/// One a module, on one or more pages. `total` is the number of cases and runs. Throws
/// GraphvizError and StopError.
std::vector<ModulePicture> CoverPictures(cpn::lua::LuaModel& model,
                                         const model_coverage::ItemGraph& items,
                                         const model_coverage::CoverageSum& sum,
                                         std::uint64_t total, const base::Budget& budget);

}  // namespace cpngen
