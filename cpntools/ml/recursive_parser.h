// The recursive descent parser behind parser.h, one method for each phrase of the grammar: those of
// expressions are in parser_expressions.cc, of patterns and types in parser_patterns.cc, of
// declarations in parser_declarations.cc. Internal to cpntools/ml.
//
// Invariant: what it makes has the depth that ast.h promises; the limits throw MlError.
// Thread safety: one thread at a time.
// Source: Milner, Tofte, Harper, MacQueen, "The Definition of Standard ML (Revised)", appendix B.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/ast.h"
#include "cpntools/ml/token_reader.h"

namespace cpntools::ml {

struct Operator {
  int precedence;
  bool right;
};

std::optional<Operator> InfixOperator(const Token& token);
/// @+ and the other operators of timed multi-sets.
bool IsTiming(const Token& token);

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  TokenReader& in() { return in_; }

  Expression ParseAny();
  Pattern ParsePattern();
  Pattern AtomicPattern();
  TypeSyntax ParseType();
  std::vector<Declaration> ParseDeclaration();

 private:
  Expression Begin(Expression::Kind kind) const;
  static Expression Bounded(Expression e);
  Expression Binary(Expression::Kind kind, Expression left, Expression right) const;
  Expression OrElse();
  Expression AndAlso();
  Expression Typed();
  Expression Infix(int least);
  bool StartsAtom(const Token& token) const;
  Expression Application();
  Expression If();
  Expression Case();
  Expression Fn();
  std::vector<Match> Matches();
  Expression Atom();
  Expression Leaf(Expression::Kind kind);
  std::string Label();
  Expression Parenthesis();
  Expression ListExpression();
  Expression RecordExpression();
  Expression Let();

  Pattern BeginPattern(Pattern::Kind kind) const;
  Pattern ConsPattern();
  bool StartsPattern(const Token& token) const;
  Pattern ApplicationPattern();
  Pattern LeafPattern(Pattern::Kind kind);
  Pattern Patterns(Pattern::Kind kind, std::string_view end);
  Pattern RecordPattern();

  TypeSyntax TupleType();
  TypeSyntax PostfixType();
  TypeSyntax AtomicType();

  std::string NameHere(std::string_view what);
  std::vector<Declaration> Exceptions();
  std::vector<Declaration> Values();
  static std::vector<Declaration> RecursiveValues(std::vector<Declaration> values);
  Function ParseFunction();

  TokenReader in_;
};

}  // namespace cpntools::ml
