// The names of a model's places and transitions as CPN Tools' reports have them: Page'Place 1.
#pragma once

#include <string>

#include "cpn/report/cpn_tools_report.h"
#include "cpngen/load.h"

namespace cpngen {

/// Pages are the model's modules (of a .cpn file, the file's own pages), and their instances are
/// numbered in the order of the substitution transitions. A place that several modules see has its
/// name in the outermost one, a fusion set that of its first member. `file` is for the first line.
cpn::report::CpnToolsNames NamesForCpnTools(const LoadedModel& loaded, const std::string& file);

}  // namespace cpngen
