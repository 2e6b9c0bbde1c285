// What `cover` found as a page of its own: figures, pictures, and all that is not covered.
//
// Thread safety: pure functions on values, and as the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/commands/cover/cover_report.h"
#include "cpngen/page/html_page.h"

namespace cpngen {

/// Figures, and what is not covered, of each criterion the first `most`, onto a page.
void AddCoverage(const CoverOptions& options, const model_coverage::Points& points,
                 const CoverResult& result, std::uint64_t most, HtmlPage& page);

/// An HTML document that needs no other file.
std::string CoverPage(const cpn::lua::LuaModel& model, const CoverOptions& options,
                      const model_coverage::Points& points, const CoverResult& result,
                      const std::vector<ModulePicture>& pictures);

}  // namespace cpngen
