// Which variables the inscriptions of one transition read and bind: what Flatten checks and what
// the search for bindings is planned from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cpn/net/model.h"

namespace cpn {

/// Does this term take tokens that its pattern matches, and so bind its variables? Terms of input
/// and test arcs do, unless they are conditional, computed, or 0 copies.
bool BindsByMatching(const ArcDeclaration& arc, const ArcTerm& term);

/// Appends the variables in `pattern`, in order, repeated ones too.
void AppendVariables(const Pattern& pattern, std::vector<std::uint32_t>& out);

/// The variable of that name; nothing when the transition has none.
std::optional<std::uint32_t> FindVariable(const TransitionDeclaration& transition,
                                          std::string_view name);

/// The variables that `function` reads, in the order of its parameters. Throws ModelError when a
/// parameter is no variable of the transition.
std::vector<std::uint32_t> ReadVariables(const Model& model,
                                         const TransitionDeclaration& transition,
                                         FunctionId function);

}  // namespace cpn
