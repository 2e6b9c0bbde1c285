// schema_types.xsd, which the build puts into the program. Thread safety: a free function without
// state.
#pragma once

#include <span>
#include <string_view>

namespace cases {

/// One text: the file.
std::span<const std::string_view> SchemaTypes();

}  // namespace cases
