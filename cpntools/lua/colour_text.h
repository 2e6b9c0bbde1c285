// Colours as texts: S.mkstr.
// Source: CPN Tools 4, "Color set functions".
#pragma once

#include <string>

#include "cpntools/document/document.h"
#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"

namespace cpntools {

/// The text of the colour in the Lua name x.
Code TextOf(Scope& scope, const Declaration& set, const std::string& x);

}  // namespace cpntools
