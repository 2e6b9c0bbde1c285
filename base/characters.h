// Characters as XML knows them: UTF-8 decoding, which code points a document may hold, names, white
// space; and how messages show them. Shared by the parser, the writer and the error messages.
//
// Thread safety: free functions without state.
// Source: XML 1.0 (fifth edition), productions [2] Char, [3] S; names are the ASCII part of [5].
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace suite {

/// One decoded character: its code point (nullopt where the bytes are no UTF-8) and how many bytes
/// it takes (1 where they are no UTF-8).
struct Character {
  std::optional<char32_t> code_point;
  std::size_t bytes = 1;
};

/// The character at `offset`, which is less than text.size().
Character DecodeAt(std::string_view text, std::size_t offset);

/// Appends a code point that IsXmlCharacter accepts, as UTF-8.
void AppendUtf8(char32_t code_point, std::string& to);

/// Whether a document may hold the code point, written out or as a reference.
bool IsXmlCharacter(char32_t code_point);

/// Offset of the first byte that no document may hold (not UTF-8, or a forbidden character).
std::optional<std::size_t> FindBadCharacter(std::string_view text);

/// A letter, '_' or ':' followed by letters, digits, '_', ':', '-' and '.'; ASCII only.
bool IsXmlName(std::string_view name);

/// White space of XML: space, tab, line feed, carriage return.
bool IsSpace(char c);

/// Without white space at both ends.
std::string_view Trim(std::string_view text);

/// In single quotes for a message: on one line, without control characters, at most 40 characters.
std::string Quoted(std::string_view text);

/// "<name>", for a message.
std::string Tag(std::string_view name);

}  // namespace suite
