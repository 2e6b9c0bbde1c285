// A function of the libraries: its type, and how a call of it is written in Lua.
//
//  1. `parameters` says how the function takes its arguments: one letter for each curried argument,
//     x for any, p for a function of a pair (in Lua a function of two arguments), and a digit for a
//     tuple of so many;
//  2. `lua` is the expression, in which a mark and a number stand for the argument of that number:
//     $1 as it is (between commas or brackets), @1 and %1 as an operand of the expression's
//     operator (@1 where an equally strong operator needs no parentheses, %1 where it needs them),
//     !1 as what a call or an index may follow. Each argument stands there once at most;
//  3. `helper` names the functions that the model must define for it (lua/helpers.h).
//
// Examples, in which `a + b` has the precedence kSum and f is a name:
//   List.take    "2", "take($1, $2)"             List.take (xs, a + b)    take(xs, a + b)
//   -            "2", "@1 - %2", kSum            (a + b) - (a + b)        a + b - (a + b)
//   exnName      "x", "!1.tag"                   exnName (f 1)            f(1).tag
//   List.filter  "xx", "filter($2, $1)"          List.filter f xs         filter(xs, f)
//   List.collate "p2", "collated($1, $2, $3)"    List.collate cmp (xs, ys)
//       p: `cmp` takes a pair, so that $1 is function(x, y) return cmp({ x, y }) end, or cmp itself
//       where it is declared as `fun cmp (x, y)`; 2: a pair of lists, which become $2 and $3.
// Plain values.
#pragma once

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

}  // namespace cpntools::ml
