// What is wrong with a command line that has words which no option takes, said the same way by all
// programs: "unknown option --wokers; did you mean --workers?".
//
// Thread safety: a free function without state.
#pragma once

#include <string>
#include <vector>

namespace command_line {

/// Names the first option among `words`, which nothing took, and the one of `options` that may have
/// been meant. When none of the words is an option, the first of them is called unexpected. `words`
/// must not be empty.
std::string UnknownArgument(const std::vector<std::string>& words,
                            const std::vector<std::string>& options);

}  // namespace command_line
