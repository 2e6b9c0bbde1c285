// The files of library/, which the build puts into the program (cmake/EmbedText.cmake).
//
// Immutable; use it from any thread.
#pragma once

#include <span>
#include <string_view>

namespace cpntools {

/// The files' texts. A helper calls only helpers of its own file or of an earlier one.
std::span<const std::string_view> HelperTexts();

}  // namespace cpntools
