// Texts in pictures: lines, and how much room they take.
//
// Thread safety: free functions without state.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace base {

using Lines = std::vector<std::string>;

/// Estimated width of a text: no two machines have the same fonts.
double TextWidth(const std::string& text, double font_size);
/// Of the longest line.
double TextWidth(const Lines& lines, double font_size);

/// The text in lines of at most about `width` characters, broken after commas and spaces; at most
/// `max_lines`, the last of which ends in "..." when there is more. White space is normalised.
Lines Wrap(const std::string& text, std::size_t width, std::size_t max_lines);

/// At most `most` characters of the text; then "..." where there are more.
std::string Cut(const std::string& text, std::size_t most);

}  // namespace base
