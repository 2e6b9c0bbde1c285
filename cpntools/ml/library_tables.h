// The parts of the library's table, by subject. Internal to cpntools/ml.
// Immutable; use it from any thread.
#pragma once

#include <span>

#include "cpntools/ml/library_function.h"

namespace cpntools::ml {

/// Operators, integers, real numbers and booleans.
std::span<const LibraryFunction> NumberFunctions();
/// Lists, pairs of lists and options.
std::span<const LibraryFunction> ListFunctions();
/// Multi-sets, and the functions on lists that CPN Tools adds.
std::span<const LibraryFunction> MultiSetFunctions();
/// Strings and characters.
std::span<const LibraryFunction> StringFunctions();

}  // namespace cpntools::ml
