// Texts in Graphviz's DOT language, shown as they are.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

#include "cpn/draw/diagram.h"

namespace cpn::draw {

/// A DOT string that shows `text` as it is.
std::string Quote(std::string_view text);

/// Several lines, each ended by `justify`: \l, \r or \n.
std::string QuoteLines(const Lines& lines, std::string_view justify);

}  // namespace cpn::draw
