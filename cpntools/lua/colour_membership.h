// Which values are colours of a set: S.legal, and the condition of a subset.
// Source: CPN Tools 4, "Color set functions".
#pragma once

#include <string>

#include "cpntools/document/document.h"
#include "cpntools/lua/code.h"
#include "cpntools/lua/value_writer.h"

namespace cpntools {

/// What a colour set demands beside being of its type or of the set that it is a subset of, as a
/// Lua function of the colour. Throws MlError.
std::string OwnCondition(const Writing& to, const Declaration& set);
/// Whether the value in the Lua name x is a colour of the set. Throws MlError.
Code Legal(const Writing& to, const Declaration& set, const std::string& x);

}  // namespace cpntools
