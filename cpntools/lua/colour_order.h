// The order of a colour set's colours: S.lt.
// Source: CPN Tools 4, "Color set functions".
#pragma once

#include <string>

#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"

namespace cpntools {

/// S.lt as a Lua function of two arguments.
Code Comparator(Scope& scope, const std::string& set);

}  // namespace cpntools
