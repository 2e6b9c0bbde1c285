// The known name that somebody may have meant by an unknown one, for messages.
//
// Thread safety: free functions without state.
// Source: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals",
// 1966 (edit distance); Damerau, "A technique for computer detection and correction of spelling
// errors", 1964 (two adjacent letters in each other's place are one error).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// The known name with the fewest errors between it and `name`: an error is a letter too many, one
/// missing, a wrong one, or two adjacent ones swapped. Letter case is no error, but decides among
/// names with equally many; what is left is decided by the alphabet, so that the order of `known`
/// does not show. Never `name` itself. nullopt when more than a third of the letters would be
/// wrong; of a name of one or two letters only the case may be wrong.
std::optional<std::string_view> Nearest(std::string_view name,
                                        const std::vector<std::string_view>& known);

/// "; did you mean --workers?" when one of `known` is near to `name`, otherwise nothing: the end of
/// a message about a name that is not known.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& known);

}  // namespace base
