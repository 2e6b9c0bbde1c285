// Recursive descent over the tokens of an inscription or a declaration, with SML's precedences and
// those of CPN ML's multi-set operators.
//
// Invariants:
//  1. whatever the text, the parser ends in a tree or in an MlError: nesting is limited;
//  2. a tree is at most kMaxTreeDepth deep, so that recursion over it is safe;
//  3. names are not resolved: a bare name in a pattern is a variable until the type inference knows
//     that it is a constructor.
// Thread safety: free functions without state.
// Source: "The Definition of Standard ML (Revised)", sections 2 and 3, appendix B; the operators of
// multi-sets as in K. Jensen, L. M. Kristensen, "Coloured Petri Nets" (2009), chapter 3.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/ast.h"
#include "cpntools/ml/limits.h"

namespace cpntools::ml {

/// The whole text as one expression. Throws MlError.
Expression ParseExpression(std::string_view text);

/// A guard: conditions with commas between them, in brackets or without, of which all must hold.
/// Throws MlError.
std::vector<Expression> ParseGuard(std::string_view text);

/// The declarations of a text; semicolons between them are optional. Throws MlError.
std::vector<Declaration> ParseDeclarations(std::string_view text);

/// The whole text as a type. Throws MlError.
TypeSyntax ParseTypeText(std::string_view text);

/// `input (a, b); output (c); action expression`: what a code segment reads, binds and computes.
struct CodeSegment {
  std::vector<std::string> output;
  Expression action;
};

/// Throws MlError.
CodeSegment ParseCodeSegment(std::string_view text);

}  // namespace cpntools::ml
