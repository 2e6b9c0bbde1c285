// The expressions in declarations of colour sets.
#pragma once

#include <string>

#include "cpntools/document/document.h"
#include "cpntools/lua/value_writer.h"

namespace cpntools {

/// An expression in a colour set's declaration. Throws MlError.
std::string BoundOf(const Writing& to, const Text& text);
/// The list of a subset that is given by one. Throws MlError.
std::string ListOf(const Writing& to, const Declaration& set);

}  // namespace cpntools
