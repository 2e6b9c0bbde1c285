// Comments of a document as comments of the model.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

namespace cpntools {

/// The lines of a text that are not blank, each behind `indent` and "-- ".
std::string CommentLines(std::string_view text, std::string_view indent);

/// The comments in a piece of CPN ML.
std::string CommentLinesOf(std::string_view ml, std::string_view indent);

}  // namespace cpntools
