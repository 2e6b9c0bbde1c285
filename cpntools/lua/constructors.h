// What constructors make, as Lua.
//
// Thread safety: free functions; one thread at a time for a Scope.
#pragma once

#include <string>

#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"
#include "cpntools/ml/inference.h"

namespace cpntools {

/// What the constructor `name` makes of the argument; of none when that has no text.
Code Constructed(Scope& scope, const ml::Constructor& constructor, const std::string& name,
                 const Code& argument = {});

}  // namespace cpntools
