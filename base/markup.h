// Texts inside XML, SVG and HTML: the characters that markup would take for its own are written as
// references.
//
// Thread safety: free functions without state.
// Source: XML 1.0 (fifth edition), sections 2.4 and 3.3.3, and production [2] Char.
#pragma once

#include <string>
#include <string_view>

namespace base {

/// Where a text stands: between tags, or between the double quotes of an attribute. A reader makes
/// spaces of the line ends and tabs of an attribute, so that there they are references, too.
enum class MarkupPlace { kText, kAttribute };

/// Appends `text`, which has only characters that XML can hold, with references where it needs
/// them.
void AppendMarkup(std::string_view text, MarkupPlace place, std::string& to);

/// `text` for either place. What XML cannot hold, not even as a reference (most control characters,
/// bytes that are no UTF-8), becomes U+FFFD, the replacement character.
std::string EscapeMarkup(std::string_view text);

}  // namespace base
