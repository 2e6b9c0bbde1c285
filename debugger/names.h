// Names that a person types, looked up: whole, or the end of a path when only one name ends so.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace debugger {

/// The index in `known` of `name`, or of the only one that ends in "." and `name`. Throws
/// SessionError, which calls it a `what` ("transition") and says what was meant or what there is.
std::size_t FindName(std::string_view what, const std::string& name,
                     const std::vector<std::string>& known);

/// "x = 1, y = (2, a)" as pairs of names and texts; braces around it may be there. Throws
/// SessionError.
std::vector<std::pair<std::string, std::string>> ReadBinding(std::string_view text);

}  // namespace debugger
