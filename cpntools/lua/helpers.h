// The functions of Standard ML's and CPN ML's libraries that the model language does not have,
// written in Lua (library/*.lua): a translated model defines those that it uses.
//
// Immutable; use it from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cpntools {

/// The names of all helpers, and of the functions of the model language that only they and
/// exceptions use; a translated model has no other thing of such a name.
std::vector<std::string> HelperNames();
/// The names in a text in which blanks separate them.
std::vector<std::string> SplitHelperNames(std::string_view names);
/// The definitions of the helpers of these names, and of those that they call before them, each
/// once. Names that are no helpers yield nothing.
std::string HelperDefinitions(const std::vector<std::string>& names);

}  // namespace cpntools
