// What CLI11 does not check of a call: that the names of output files fit, that options which go
// together do.
//
// Pure functions: no file is looked at. Each returns what is wrong, in one line that names the
// option, or nothing.
#pragma once

#include <optional>
#include <string>

#include "cpngen/options/options.h"

namespace cpngen {

std::optional<std::string> WhatIsWrong(const SimulateOptions& options);
std::optional<std::string> WhatIsWrong(const GenerateOptions& options);
std::optional<std::string> WhatIsWrong(const CheckOptions& options);
std::optional<std::string> WhatIsWrong(const ConformOptions& options);
std::optional<std::string> WhatIsWrong(const MergeOptions& options);
std::optional<std::string> WhatIsWrong(const CoverOptions& options);
std::optional<std::string> WhatIsWrong(const SearchOptions& options);
std::optional<std::string> WhatIsWrong(const ReportOptions& options);
std::optional<std::string> WhatIsWrong(const SpaceOptions& options);
std::optional<std::string> WhatIsWrong(const DrawOptions& options);
std::optional<std::string> WhatIsWrong(const ImportOptions& options);
std::optional<std::string> WhatIsWrong(const ExportOptions& options);

}  // namespace cpngen
