// Characters of UTF-8 texts: decoding, white space, and how messages show a piece of text.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// One decoded character: its code point (nullopt where the bytes are no UTF-8) and how many bytes
/// it takes (1 where they are no UTF-8).
struct Character {
  std::optional<char32_t> code_point;
  std::size_t bytes = 1;
};

/// U+FFFD, in place of what cannot be shown.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// The character at `offset`, which is less than text.size().
Character DecodeAt(std::string_view text, std::size_t offset);

/// Appends a code point of Unicode, no surrogate, as UTF-8.
void AppendUtf8(char32_t code_point, std::string& to);

/// Space, tab, line feed, carriage return.
bool IsSpace(char c);

/// Without white space at both ends.
std::string_view Trim(std::string_view text);

/// `text` with each byte that is no UTF-8 as \xNN, two hexadecimal digits: what holds UTF-8 only
/// can hold it. A text that is UTF-8 stays as it is.
std::string EscapedUtf8(std::string_view text);

/// `text` on one line, as UTF-8 without control characters; what is neither becomes U+FFFD.
std::string Printable(std::string_view text);

/// In single quotes for a message: on one line, without control characters, at most 40 characters.
std::string Quoted(std::string_view text);

}  // namespace base
