// All colours of a small colour set: S.all().
// Source: CPN Tools 4, "Color set functions".
#pragma once

#include <string>

#include "cpntools/lua/code.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/error.h"

namespace cpntools {

/// The colours as a list. Throws MlError, at `where`, when they cannot be listed.
Code AllOf(const Writing& to, const std::string& colour_set, ml::Position where);

}  // namespace cpntools
