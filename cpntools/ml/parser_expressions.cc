#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cpntools/ml/limits.h"
#include "cpntools/ml/recursive_parser.h"

namespace cpntools::ml {

std::optional<Operator> InfixOperator(const Token& token) {
  static const std::map<std::string_view, Operator> kOperators = {
      {"`", {8, true}},      {"**", {7, false}},   {"*", {7, false}},  {"/", {7, false}},
      {"div", {7, false}},   {"mod", {7, false}},  {"+", {6, false}},  {"-", {6, false}},
      {"^", {6, false}},     {"++", {6, false}},   {"--", {6, false}}, {"::", {5, true}},
      {"^^", {5, true}},     {"@", {5, true}},     {"=", {4, false}},  {"<>", {4, false}},
      {"<", {4, false}},     {">", {4, false}},    {"<=", {4, false}}, {">=", {4, false}},
      {"==", {4, false}},    {"<><>", {4, false}}, {"<<", {4, false}}, {"<<=", {4, false}},
      {">>", {4, false}},    {">>=", {4, false}},  {"o", {3, false}},  {":=", {3, false}},
      {"before", {0, false}}};
  if (token.kind != TokenKind::kName) return std::nullopt;
  const auto found = kOperators.find(token.text);
  if (found == kOperators.end()) return std::nullopt;
  return found->second;
}

bool IsTiming(const Token& token) {
  return token.kind == TokenKind::kName &&
         (token.text == "@+" || token.text == "@@" || token.text == "@++" || token.text == "+++");
}

Expression Parser::ParseAny() {
  const TokenReader::Nesting nesting(&in_);
  Expression e = OrElse();
  while (in_.Peek().Is("handle")) {
    Expression handle = Begin(Expression::Kind::kHandle);
    in_.Take();
    handle.children.push_back(std::move(e));
    handle.matches = Matches();
    e = Bounded(std::move(handle));
  }
  return e;
}

Expression Parser::Begin(Expression::Kind kind) const {
  Expression e;
  e.kind = kind;
  e.where = in_.Peek().where;
  return e;
}

/// The expression with its depth; throws MlError when it is too deep.
Expression Parser::Bounded(Expression e) {
  int deepest = 0;
  for (const Expression& child : e.children) deepest = std::max(deepest, child.depth);
  for (const Match& match : e.matches) deepest = std::max(deepest, match.body.depth);
  for (const Declaration& declaration : e.declarations) {
    deepest = std::max(deepest, declaration.value.depth);
    for (const Function& function : declaration.functions) {
      for (const Clause& clause : function.clauses) {
        deepest = std::max(deepest, clause.body.depth);
      }
    }
  }
  e.depth = deepest + 1;
  if (e.depth > kMaxTreeDepth) {
    throw MlError(e.where, fmt::format("an expression of more than {} levels", kMaxTreeDepth));
  }
  return e;
}

Expression Parser::Binary(Expression::Kind kind, Expression left, Expression right) const {
  Expression e;
  e.kind = kind;
  e.where = left.where;
  e.children.push_back(std::move(left));
  e.children.push_back(std::move(right));
  return Bounded(std::move(e));
}

Expression Parser::OrElse() {
  Expression left = AndAlso();
  while (in_.Accept("orelse")) {
    left = Binary(Expression::Kind::kOrElse, std::move(left), AndAlso());
  }
  return left;
}

Expression Parser::AndAlso() {
  Expression left = Typed();
  while (in_.Accept("andalso")) {
    left = Binary(Expression::Kind::kAndAlso, std::move(left), Typed());
  }
  return left;
}

Expression Parser::Typed() {
  Expression e = Infix(0);
  while (in_.Accept(":")) e.annotation = ParseType();
  return e;
}

Expression Parser::Infix(int least) {
  Expression left = Application();
  for (;;) {
    if (IsTiming(in_.Peek())) {
      throw MlError(in_.Peek().where, "timed inscriptions are not supported: there is no time");
    }
    const auto op = InfixOperator(in_.Peek());
    if (!op || op->precedence < least) return left;
    Expression name = Begin(Expression::Kind::kName);
    name.text = in_.Take().text;
    const TokenReader::Nesting nesting(&in_);
    Expression right = Infix(op->right ? op->precedence : op->precedence + 1);
    Expression pair = Binary(Expression::Kind::kTuple, std::move(left), std::move(right));
    left = Binary(Expression::Kind::kApply, std::move(name), std::move(pair));
    left.infix = true;
  }
}

bool Parser::StartsAtom(const Token& token) const {
  switch (token.kind) {
    case TokenKind::kEnd:
    case TokenKind::kTypeVariable:
      return false;
    case TokenKind::kName:
      return !InfixOperator(token) && !IsTiming(token);
    case TokenKind::kKeyword:
      return token.Is("(") || token.Is("[") || token.Is("{") || token.Is("#") || token.Is("let") ||
             token.Is("op");
    default:
      return true;
  }
}

Expression Parser::Application() {
  const Token& token = in_.Peek();
  if (token.Is("if")) return If();
  if (token.Is("case")) return Case();
  if (token.Is("fn")) return Fn();
  if (token.Is("while")) {
    throw MlError(token.where, "while is not supported: there are no references");
  }
  if (token.Is("raise")) {
    Expression e = Begin(Expression::Kind::kRaise);
    in_.Take();
    e.children.push_back(ParseAny());
    return Bounded(std::move(e));
  }
  Expression e = Atom();
  while (StartsAtom(in_.Peek())) {
    e = Binary(Expression::Kind::kApply, std::move(e), Atom());
  }
  return e;
}

Expression Parser::If() {
  const TokenReader::Nesting nesting(&in_);
  Expression e = Begin(Expression::Kind::kIf);
  in_.Take();
  e.children.push_back(ParseAny());
  in_.Expect("then");
  e.children.push_back(ParseAny());
  in_.Expect("else");
  e.children.push_back(ParseAny());
  return Bounded(std::move(e));
}

Expression Parser::Case() {
  Expression e = Begin(Expression::Kind::kCase);
  in_.Take();
  e.children.push_back(ParseAny());
  in_.Expect("of");
  e.matches = Matches();
  return Bounded(std::move(e));
}

Expression Parser::Fn() {
  Expression e = Begin(Expression::Kind::kFn);
  in_.Take();
  e.matches = Matches();
  return Bounded(std::move(e));
}

std::vector<Match> Parser::Matches() {
  const TokenReader::Nesting nesting(&in_);
  std::vector<Match> matches;
  do {
    Match match;
    match.pattern = ParsePattern();
    in_.Expect("=>");
    match.body = ParseAny();
    matches.push_back(std::move(match));
  } while (in_.Accept("|"));
  return matches;
}

Expression Parser::Atom() {
  const Token& token = in_.Peek();
  switch (token.kind) {
    case TokenKind::kInteger:
      return Leaf(Expression::Kind::kInteger);
    case TokenKind::kReal:
      return Leaf(Expression::Kind::kReal);
    case TokenKind::kString:
      return Leaf(Expression::Kind::kString);
    case TokenKind::kCharacter:
      return Leaf(Expression::Kind::kCharacter);
    case TokenKind::kName:
      if (!StartsAtom(token)) in_.Fail("an expression");
      return Leaf(Expression::Kind::kName);
    default:
      break;
  }
  if (token.Is("op")) {
    in_.Take();
    if (in_.Peek().kind != TokenKind::kName) in_.Fail("an operator");
    return Leaf(Expression::Kind::kName);
  }
  if (token.Is("#")) {
    Expression e = Begin(Expression::Kind::kSelector);
    in_.Take();
    e.text = Label();
    return e;
  }
  if (token.Is("(")) return Parenthesis();
  if (token.Is("[")) return ListExpression();
  if (token.Is("{")) return RecordExpression();
  if (token.Is("let")) return Let();
  in_.Fail("an expression");
}

Expression Parser::Leaf(Expression::Kind kind) {
  Expression e = Begin(kind);
  e.text = in_.Take().text;
  if (kind == Expression::Kind::kName && e.text == "nil") e.kind = Expression::Kind::kList;
  return e;
}

std::string Parser::Label() {
  const TokenKind kind = in_.Peek().kind;
  if (kind != TokenKind::kName && kind != TokenKind::kInteger) in_.Fail("a label");
  return in_.Take().text;
}

Expression Parser::Parenthesis() {
  Expression tuple = Begin(Expression::Kind::kTuple);
  in_.Take();
  if (in_.Accept(")")) return tuple;
  tuple.children.push_back(ParseAny());
  if (in_.Peek().Is(";")) {
    tuple.kind = Expression::Kind::kSequence;
    while (in_.Accept(";")) tuple.children.push_back(ParseAny());
  } else {
    while (in_.Accept(",")) tuple.children.push_back(ParseAny());
  }
  in_.Expect(")");
  if (tuple.children.size() == 1) {
    Expression inside = std::move(tuple.children[0]);
    inside.infix = false;
    return inside;
  }
  return Bounded(std::move(tuple));
}

Expression Parser::ListExpression() {
  Expression list = Begin(Expression::Kind::kList);
  in_.Take();
  if (in_.Accept("]")) return list;
  do {
    list.children.push_back(ParseAny());
  } while (in_.Accept(","));
  in_.Expect("]");
  return Bounded(std::move(list));
}

Expression Parser::RecordExpression() {
  Expression record = Begin(Expression::Kind::kRecord);
  in_.Take();
  do {
    record.labels.push_back(Label());
    in_.ExpectName("=");
    record.children.push_back(ParseAny());
  } while (in_.Accept(","));
  in_.Expect("}");
  return Bounded(std::move(record));
}

Expression Parser::Let() {
  const TokenReader::Nesting nesting(&in_);
  Expression let = Begin(Expression::Kind::kLet);
  in_.Take();
  while (!in_.Accept("in")) {
    if (in_.Accept(";")) continue;
    for (Declaration& d : ParseDeclaration()) let.declarations.push_back(std::move(d));
  }
  Expression body = Begin(Expression::Kind::kSequence);
  do {
    body.children.push_back(ParseAny());
  } while (in_.Accept(";"));
  in_.Expect("end");
  if (body.children.size() == 1) {
    let.children = std::move(body.children);
  } else {
    let.children.push_back(Bounded(std::move(body)));
  }
  return Bounded(std::move(let));
}

}  // namespace cpntools::ml
