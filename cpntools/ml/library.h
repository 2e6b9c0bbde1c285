// The functions, operators and constructors of Standard ML's basis and of CPN ML that models use:
// their types, and what they are in Lua. One table, so that the type inference and the translation
// know the same ones.
//
// How a function is written in Lua:
//  1. `parameters` says how the function takes its arguments: one letter for each curried argument,
//     x for any, p for a function of a pair (in Lua a function of two arguments), and a digit for a
//     tuple of so many;
//  2. `lua` is the expression, in which $1 is the first argument as it is, @1 and %1 are operands
//     of the expression's operator (%1 where an equally strong operator needs parentheses), and !1
//     is what a call or an index may follow; each argument stands there once at most;
//  3. `helper` is a function that the model must define for it (lua/helpers.h).
// Immutable; use it from any thread.
// Source: E. Gansner, J. Reppy, "The Standard ML Basis Library" (2004); CPN Tools 4, "CPN ML".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cpntools::ml {

/// How strongly Lua's operators bind, weakest first; kSuffix may be called and indexed.
enum class LuaPrecedence {
  kOr = 1,
  kAnd,
  kComparison,
  kConcatenation,
  kSum,
  kProduct,
  kUnary,
  kPrimary,  ///< literals, tables and functions
  kSuffix,   ///< names, calls and indexed values
};

struct LibraryFunction {
  const char* name;
  const char* type;
  const char* parameters;
  const char* lua;
  LuaPrecedence precedence;
  const char* helper;  ///< or null
};

/// A constructor of option or order, or an exception.
struct LibraryConstructor {
  enum class Kind { kOption, kOrder, kException };
  const char* name;
  Kind kind;
  const char* type;      ///< of what it makes
  const char* argument;  ///< of what it takes; or null
  const char* tag;       ///< which exception it is: List.Empty and Empty are one
};

/// All names of functions, long and short ones: `hd` beside `List.hd`.
std::vector<std::string> LibraryNames();
/// The function of that name, or null.
const LibraryFunction* FindLibraryFunction(std::string_view name);

std::span<const LibraryConstructor> LibraryConstructors();

/// Why a function of the libraries is not there; empty when there is no special reason.
std::string_view RefusalReason(std::string_view name);

}  // namespace cpntools::ml
