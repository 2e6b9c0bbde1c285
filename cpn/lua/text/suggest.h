// What a message about an unknown name says of the known ones.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

/// " (there are a, b, c); did you mean a?": the end of a message about a name that is none of
/// `known`.
std::string Alternatives(std::string_view name, const std::vector<std::string>& known);

/// "a, b, c" for a message; with many, the first ones and how many more.
std::string Listing(const std::vector<std::string>& names);

}  // namespace cpn::lua
