// The functions, operators and constructors of Standard ML's basis and of CPN ML that models use:
// their types, and what they are in Lua. One table, so that the type inference and the translation
// know the same ones.
//
// Immutable; use it from any thread.
// Source: E. Gansner, J. Reppy, "The Standard ML Basis Library" (2004); CPN Tools 4, "CPN ML".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/library_function.h"

namespace cpntools::ml {

/// All names of functions, long and short ones: `hd` beside `List.hd`.
std::vector<std::string> LibraryNames();
/// The function of that name, or null.
const LibraryFunction* FindLibraryFunction(std::string_view name);

std::span<const LibraryConstructor> LibraryConstructors();

/// Why a function of the libraries is not there; empty when there is no special reason.
std::string_view RefusalReason(std::string_view name);

}  // namespace cpntools::ml
