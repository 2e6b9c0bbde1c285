// Pieces of the text that commands print. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cpngen {

/// "3 steps", "1 step".
std::string Plural(std::uint64_t count, const char* noun);
/// " (text)", or nothing for no text.
std::string InBrackets(const std::string& text);
/// A large count for people: "1,745,408".
std::string Grouped(std::uint64_t count);
/// Memory for people: "512 B", "13.4 MiB".
std::string MemoryText(std::uint64_t bytes);
/// `text` with `columns` spaces before each line.
std::string Indent(const std::string& text, std::size_t columns);

}  // namespace cpngen
