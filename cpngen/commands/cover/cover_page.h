// What `cover` found as a page of its own: figures, pictures, and all that is not covered.
//
// Thread safety: pure functions on values, and as the model.
#pragma once

#include <string>
#include <vector>

#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/commands/cover/cover_report.h"

namespace cpngen {

/// An HTML document that needs no other file.
std::string CoverPage(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const model_coverage::Points& points, const CoverResult& result,
                      const std::vector<ModulePicture>& pictures);

}  // namespace cpngen
