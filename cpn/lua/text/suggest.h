// "Did you mean ...?": the nearest known name to a misspelt one.
// Thread safety: a pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

/// The nearest of `known` to `name` in edit distance (adjacent letters may swap, case counts less);
/// the first in alphabetical order among equals; empty when none is near.
std::string Nearest(std::string_view name, const std::vector<std::string>& known);

/// "; did you mean Worker?" or nothing: the end of a message.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& known);

/// " (there are a, b, c); did you mean a?": the end of a message about a name that is none of
/// `known`.
std::string Alternatives(std::string_view name, const std::vector<std::string>& known);

/// "a, b, c" for a message; with many, the first ones and how many more.
std::string Listing(const std::vector<std::string>& names);

}  // namespace cpn::lua
