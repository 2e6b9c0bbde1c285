// For programs that write models, translators of other formats: the names that no model can
// declare, and how a text is written.
//
// Thread safety: free functions without state.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace cpn::lua {

/// Names that a translated model cannot declare: Lua's keywords, _ENV, and those of the model
/// language.
std::set<std::string, std::less<>> LanguageNames();

/// A text as a string literal on one line.
std::string Quoted(std::string_view text);

}  // namespace cpn::lua
