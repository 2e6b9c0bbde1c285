// The known name that somebody may have meant by an unknown one, for messages.
//
// Thread safety: a free function without state.
// Source: Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals",
// 1966 (edit distance).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace base {

/// The first of the known names that is nearest to `name`, letter case aside; nullopt when none is
/// within a third of the name's length (at least one edit).
std::optional<std::string_view> Nearest(std::string_view name,
                                        const std::vector<std::string_view>& known);

}  // namespace base
