#include "cpntools/ml/parser.h"

#include <utility>

#include "cpntools/ml/recursive_parser.h"

namespace cpntools::ml {
namespace {

/// `name` or `(name, name)`.
std::vector<std::string> NamesOf(const Pattern& pattern) {
  std::vector<std::string> names;
  const bool tuple = pattern.kind == Pattern::Kind::kTuple;
  const auto add = [&](const Pattern& p) {
    if (p.kind != Pattern::Kind::kVariable) {
      throw MlError(p.where, "expected a variable of the transition");
    }
    names.push_back(p.text);
  };
  if (!tuple) add(pattern);
  for (const Pattern& child : tuple ? pattern.children : std::vector<Pattern>()) add(child);
  return names;
}

}  // namespace

Expression ParseExpression(std::string_view text) {
  Parser parser(text);
  Expression e = parser.ParseAny();
  parser.in().Accept(";");
  parser.in().ExpectEnd();
  return e;
}

std::vector<Expression> ParseGuard(std::string_view text) {
  Parser parser(text);
  std::vector<Expression> conditions;
  do {
    Expression e = parser.ParseAny();
    if (e.kind == Expression::Kind::kList) {
      for (Expression& child : e.children) conditions.push_back(std::move(child));
    } else {
      conditions.push_back(std::move(e));
    }
  } while (parser.in().Accept(","));
  parser.in().Accept(";");
  parser.in().ExpectEnd();
  return conditions;
}

std::vector<Declaration> ParseDeclarations(std::string_view text) {
  Parser parser(text);
  std::vector<Declaration> declarations;
  while (parser.in().Peek().kind != TokenKind::kEnd) {
    if (parser.in().Accept(";")) continue;
    for (Declaration& d : parser.ParseDeclaration()) declarations.push_back(std::move(d));
  }
  return declarations;
}

TypeSyntax ParseTypeText(std::string_view text) {
  Parser parser(text);
  TypeSyntax type = parser.ParseType();
  parser.in().ExpectEnd();
  return type;
}

CodeSegment ParseCodeSegment(std::string_view text) {
  Parser parser(text);
  TokenReader& in = parser.in();
  CodeSegment code;
  if (in.AcceptName("input")) {
    parser.AtomicPattern();
    in.Accept(";");
  }
  if (in.AcceptName("output")) {
    code.output = NamesOf(parser.AtomicPattern());
    in.Accept(";");
  }
  in.ExpectName("action");
  code.action = parser.ParseAny();
  in.Accept(";");
  in.ExpectEnd();
  return code;
}

}  // namespace cpntools::ml
