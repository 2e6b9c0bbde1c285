// Characters as XML knows them: which code points a document may hold, and what a name is.
//
// Thread safety: free functions without state.
// Source: XML 1.0 (fifth edition), production [2] Char; names are the ASCII part of [5].
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace xml {

/// Whether a document may hold the code point, written out or as a reference.
bool IsXmlCharacter(char32_t code_point);

/// Offset of the first byte that no document may hold (not UTF-8, or a forbidden character).
std::optional<std::size_t> FindBadCharacter(std::string_view text);

/// A letter, '_' or ':' followed by letters, digits, '_', ':', '-' and '.'; ASCII only.
bool IsXmlName(std::string_view name);

/// "<name>", for a message.
std::string Tag(std::string_view name);

}  // namespace xml
