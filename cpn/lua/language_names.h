// The names that no model can declare, for programs that write models: translators of other
// formats.
#pragma once

#include <functional>
#include <set>
#include <string>

namespace cpn::lua {

/// Lua's keywords, and the names of the model language.
std::set<std::string, std::less<>> LanguageNames();

}  // namespace cpn::lua
