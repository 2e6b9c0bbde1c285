// Pieces of text for manual pages, in roff: nothing in them is taken for a command.
//
// Lines are at most 80 bytes where the text can be broken.
// Thread safety: free functions without state.
#pragma once

#include <string>

namespace command_line::roff {

/// `text` with what means something to roff written so that it stands for itself.
std::string Escaped(const std::string& text);

std::string Bold(const std::string& text);
std::string Italic(const std::string& text);

/// Lines of filled text; `text` is escaped unless `escape` is false.
std::string Filled(const std::string& text, bool escape = true);

/// A line of text as it is, for a block that is not filled.
std::string Literal(const std::string& line);

/// A term, which is roff already, and the text behind it.
std::string Item(const std::string& term, const std::string& text);

}  // namespace command_line::roff
