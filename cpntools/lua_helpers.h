// The functions of Standard ML's and CPN ML's libraries that the model language does not have,
// written in Lua: a translated model defines those that it uses.
//
// Immutable; use it from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cpntools {

/// The names of all helpers; a translated model has no other thing of such a name.
std::vector<std::string> HelperNames();
/// The definition of the helper of that name, and of those that it calls before it, each once.
/// Names that are no helpers yield nothing.
std::string HelperDefinitions(const std::vector<std::string>& names);

}  // namespace cpntools
