// What is wrong with a command line that has words which no option takes, said the same way by all
// programs: "unknown option --wokers; did you mean --workers?".
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace base {

/// "; did you mean --workers?" when one of `known` is near to `word`, otherwise nothing: the end of
/// a message about a word that is not known.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

/// Names the first option among `words`, which nothing took, and the one of `options` that may have
/// been meant. When none of the words is an option, the first of them is called unexpected. `words`
/// must not be empty.
std::string UnknownArgument(const std::vector<std::string>& words,
                            const std::vector<std::string>& options);

}  // namespace base
