// Reads the description of a system under test from its system file: Lua, in the sandbox of models.
//
// Thread safety: a free function without state.
// Source: docs/drivers.md, "The system file".
#pragma once

#include <map>
#include <string>

#include "adapter/systems/external/system_description.h"

namespace adapter::external {

/// `parameters` are values for the file's param() declarations. Throws InputError, which says file,
/// line and column, for everything that is wrong with the file: unknown fields, processes and
/// placeholders above all.
SystemDescription ReadSystemFile(const std::string& path,
                                 const std::map<std::string, std::string>& parameters);

}  // namespace adapter::external
