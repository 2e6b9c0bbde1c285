// --model-limit: what the code of a model may use, as a call says it.
//
// Thread safety: a pure function.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpn/lua/interpreter/limits.h"

namespace cpngen {

/// Sets in `limits` what the definitions, each `NAME=NUMBER[K|M|G|T]`, say. Returns what is wrong
/// with them, in one line that names the option, or nothing.
std::optional<std::string> ReadModelLimits(const std::vector<std::string>& definitions,
                                           cpn::lua::ModelLimits& limits);

}  // namespace cpngen
