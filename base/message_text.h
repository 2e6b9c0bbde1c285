// Error messages as a program prints them: they hold texts of others (a line of a model, what a
// model raised, an option's value), which must not write on the terminal or fill it.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace base {

inline constexpr std::size_t kMaxLineBytes = 2'000;     ///< of a message that is printed
inline constexpr std::size_t kMaxMessageBytes = 8'000;  ///< all lines together
inline constexpr std::size_t kMaxListLineBytes = 400;   ///< of a line of a list
inline constexpr std::size_t kMaxListBytes = 12'000;    ///< all its lines together

/// `message` as UTF-8 with no control characters but line feeds and tabs: bytes that are none of
/// that are written as \x1b, and so are characters that turn the direction of writing. Of lines and
/// messages beyond the limits above the beginning is kept, and how many bytes it lacks is said.
std::string MessageText(std::string_view message);

/// A text of many lines that comes before a message, such as the run to an error: as MessageText,
/// but with limits of its own, and where it is too long its end is kept, and its first lines.
std::string ListText(std::string_view text);

}  // namespace base
