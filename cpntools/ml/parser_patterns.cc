#include <utility>

#include "cpntools/ml/limits.h"
#include "cpntools/ml/recursive_parser.h"

namespace cpntools::ml {

Pattern Parser::ParsePattern() {
  const TokenReader::Nesting nesting(&in_);
  Pattern pattern = ConsPattern();
  while (in_.Accept(":")) pattern.type = ParseType();
  return pattern;
}

Pattern Parser::BeginPattern(Pattern::Kind kind) const {
  Pattern pattern;
  pattern.kind = kind;
  pattern.where = in_.Peek().where;
  return pattern;
}

Pattern Parser::ConsPattern() {
  const TokenReader::Nesting nesting(&in_);
  Pattern head = ApplicationPattern();
  if (!in_.AcceptName("::")) return head;
  Pattern cons = BeginPattern(Pattern::Kind::kCons);
  cons.where = head.where;
  cons.children.push_back(std::move(head));
  cons.children.push_back(ConsPattern());
  return cons;
}

bool Parser::StartsPattern(const Token& token) const {
  switch (token.kind) {
    case TokenKind::kName:
      return !InfixOperator(token);
    case TokenKind::kKeyword:
      return token.Is("(") || token.Is("[") || token.Is("{") || token.Is("_");
    case TokenKind::kInteger:
    case TokenKind::kString:
    case TokenKind::kCharacter:
      return true;
    default:
      return false;
  }
}

Pattern Parser::ApplicationPattern() {
  if (in_.Peek().kind != TokenKind::kName) return AtomicPattern();
  Pattern pattern = AtomicPattern();
  if (in_.Accept("as")) {
    pattern.kind = Pattern::Kind::kAs;
    pattern.children.push_back(ParsePattern());
  } else if (StartsPattern(in_.Peek())) {
    pattern.kind = Pattern::Kind::kConstructor;
    pattern.children.push_back(AtomicPattern());
  }
  return pattern;
}

Pattern Parser::AtomicPattern() {
  const Token& token = in_.Peek();
  if (!StartsPattern(token)) in_.Fail("a pattern");
  switch (token.kind) {
    case TokenKind::kName:
      return LeafPattern(Pattern::Kind::kVariable);
    case TokenKind::kInteger:
      return LeafPattern(Pattern::Kind::kInteger);
    case TokenKind::kString:
      return LeafPattern(Pattern::Kind::kString);
    case TokenKind::kCharacter:
      return LeafPattern(Pattern::Kind::kCharacter);
    default:
      break;
  }
  if (token.Is("_")) return LeafPattern(Pattern::Kind::kWildcard);
  if (token.Is("[")) return Patterns(Pattern::Kind::kList, "]");
  if (token.Is("{")) return RecordPattern();
  Pattern tuple = Patterns(Pattern::Kind::kTuple, ")");
  if (tuple.children.size() != 1) return tuple;
  Pattern inside = std::move(tuple.children[0]);
  return inside;
}

Pattern Parser::LeafPattern(Pattern::Kind kind) {
  Pattern pattern = BeginPattern(kind);
  pattern.text = in_.Take().text;
  if (kind == Pattern::Kind::kVariable && pattern.text == "nil") {
    pattern.kind = Pattern::Kind::kList;
  }
  return pattern;
}

Pattern Parser::Patterns(Pattern::Kind kind, std::string_view end) {
  Pattern pattern = BeginPattern(kind);
  in_.Take();
  if (in_.Accept(end)) return pattern;
  do {
    pattern.children.push_back(ParsePattern());
  } while (in_.Accept(","));
  in_.Expect(end);
  return pattern;
}

Pattern Parser::RecordPattern() {
  Pattern record = BeginPattern(Pattern::Kind::kRecord);
  in_.Take();
  do {
    if (in_.Accept("...")) {
      record.flexible = true;
      break;
    }
    Pattern field = BeginPattern(Pattern::Kind::kVariable);
    record.labels.push_back(Label());
    field.text = record.labels.back();
    if (in_.AcceptName("=")) {
      field = ParsePattern();
    } else if (in_.Accept(":")) {
      field.type = ParseType();
    }
    record.children.push_back(std::move(field));
  } while (in_.Accept(","));
  in_.Expect("}");
  return record;
}

TypeSyntax Parser::ParseType() {
  const TokenReader::Nesting nesting(&in_);
  TypeSyntax left = TupleType();
  if (!in_.Accept("->")) return left;
  TypeSyntax function;
  function.kind = TypeSyntax::Kind::kFunction;
  function.where = left.where;
  function.children.push_back(std::move(left));
  function.children.push_back(ParseType());
  return function;
}

TypeSyntax Parser::TupleType() {
  TypeSyntax first = PostfixType();
  if (!in_.Peek().IsName("*")) return first;
  TypeSyntax tuple;
  tuple.kind = TypeSyntax::Kind::kTuple;
  tuple.where = first.where;
  tuple.children.push_back(std::move(first));
  while (in_.AcceptName("*")) tuple.children.push_back(PostfixType());
  return tuple;
}

TypeSyntax Parser::PostfixType() {
  std::vector<TypeSyntax> arguments{AtomicType()};
  int length = 0;
  while (in_.Peek().kind == TokenKind::kName && !InfixOperator(in_.Peek())) {
    if (++length > kMaxDepth) in_.Fail("a shorter type");
    TypeSyntax applied;
    applied.where = in_.Peek().where;
    applied.name = in_.Take().text;
    applied.children = std::move(arguments);
    arguments = {};
    arguments.push_back(std::move(applied));
  }
  return std::move(arguments[0]);
}

TypeSyntax Parser::AtomicType() {
  TypeSyntax type;
  type.where = in_.Peek().where;
  if (in_.Peek().kind == TokenKind::kTypeVariable) {
    type.kind = TypeSyntax::Kind::kVariable;
    type.name = in_.Take().text;
  } else if (in_.Accept("(")) {
    type = ParseType();
    in_.Expect(")");
  } else if (in_.Accept("{")) {
    type.kind = TypeSyntax::Kind::kRecord;
    do {
      type.labels.push_back(Label());
      in_.Expect(":");
      type.children.push_back(ParseType());
    } while (in_.Accept(","));
    in_.Expect("}");
  } else if (in_.Peek().kind == TokenKind::kName && !InfixOperator(in_.Peek())) {
    type.name = in_.Take().text;
  } else {
    in_.Fail("a type");
  }
  return type;
}

}  // namespace cpntools::ml
