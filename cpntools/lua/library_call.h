// Calls of functions of the libraries (ml/library_function.h) as Lua.
//
// Thread safety: free functions; one thread at a time for a Scope.
#pragma once

#include <vector>

#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"
#include "cpntools/ml/library_function.h"

namespace cpntools {

/// The function's expression with these arguments in it, as its `parameters` count them.
Code LibraryCall(Scope& scope, const ml::LibraryFunction& function,
                 const std::vector<Code>& arguments);

}  // namespace cpntools
