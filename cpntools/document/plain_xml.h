// What CPN Tools writes and the project's XML reader refuses, made plain: the document type
// declaration, Latin-1, and the <layout> texts, which repeat as text what the elements beside them
// say. Internal to cpntools/.
//
// Invariant: lines stay lines, and every character that stays keeps its column.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

namespace cpntools {

/// The text in UTF-8 without these parts; they become blanks.
std::string PlainXml(std::string_view text);

}  // namespace cpntools
