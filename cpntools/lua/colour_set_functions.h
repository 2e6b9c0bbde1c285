// The functions of colour sets: S.all, S.lt, S.mkstr, ...
//
// Thread safety: free functions; one thread at a time for a Scope.
// Source: CPN Tools 4, "Color set functions".
#pragma once

#include <optional>
#include <vector>

#include "cpntools/lua/code.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

/// The name `head` applied to its argument, or the function as a value when there is none; nullopt
/// when it names no function of a colour set of the model. Throws MlError.
std::optional<Code> ColourSetFunction(const Writing& to, const ml::Expression& head,
                                      const std::vector<const ml::Expression*>& arguments);

}  // namespace cpntools
