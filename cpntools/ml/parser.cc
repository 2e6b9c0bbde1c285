#include "cpntools/ml/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "cpntools/ml/token_reader.h"

namespace cpntools::ml {
namespace {

struct Operator {
  int precedence;
  bool right;
};

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

class Parser {
 public:
  explicit Parser(std::string_view text) : in_(text) {}

  TokenReader& in() { return in_; }

  // ------------------------------------------------------------------------------ expressions

  Expression ParseAny() {
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

 private:
  Expression Begin(Expression::Kind kind) const {
    Expression e;
    e.kind = kind;
    e.where = in_.Peek().where;
    return e;
  }

  /// The expression with its depth; throws MlError when it is too deep.
  static Expression Bounded(Expression e) {
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

  Expression Binary(Expression::Kind kind, Expression left, Expression right) const {
    Expression e;
    e.kind = kind;
    e.where = left.where;
    e.children.push_back(std::move(left));
    e.children.push_back(std::move(right));
    return Bounded(std::move(e));
  }

  Expression OrElse() {
    Expression left = AndAlso();
    while (in_.Accept("orelse")) {
      left = Binary(Expression::Kind::kOrElse, std::move(left), AndAlso());
    }
    return left;
  }

  Expression AndAlso() {
    Expression left = Typed();
    while (in_.Accept("andalso")) {
      left = Binary(Expression::Kind::kAndAlso, std::move(left), Typed());
    }
    return left;
  }

  Expression Typed() {
    Expression e = Infix(0);
    while (in_.Accept(":")) e.annotation = ParseType();
    return e;
  }

  Expression Infix(int least) {
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

  bool StartsAtom(const Token& token) const {
    switch (token.kind) {
      case TokenKind::kEnd:
      case TokenKind::kTypeVariable:
        return false;
      case TokenKind::kName:
        return !InfixOperator(token) && !IsTiming(token);
      case TokenKind::kKeyword:
        return token.Is("(") || token.Is("[") || token.Is("{") || token.Is("#") ||
               token.Is("let") || token.Is("op");
      default:
        return true;
    }
  }

  Expression Application() {
    const Token& token = in_.Peek();
    if (token.Is("if")) return If();
    if (token.Is("case")) return Case();
    if (token.Is("fn")) return Fn();
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

  Expression If() {
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

  Expression Case() {
    Expression e = Begin(Expression::Kind::kCase);
    in_.Take();
    e.children.push_back(ParseAny());
    in_.Expect("of");
    e.matches = Matches();
    return Bounded(std::move(e));
  }

  Expression Fn() {
    Expression e = Begin(Expression::Kind::kFn);
    in_.Take();
    e.matches = Matches();
    return Bounded(std::move(e));
  }

  std::vector<Match> Matches() {
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

  Expression Atom() {
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

  Expression Leaf(Expression::Kind kind) {
    Expression e = Begin(kind);
    e.text = in_.Take().text;
    if (kind == Expression::Kind::kName && e.text == "nil") e.kind = Expression::Kind::kList;
    return e;
  }

  std::string Label() {
    const TokenKind kind = in_.Peek().kind;
    if (kind != TokenKind::kName && kind != TokenKind::kInteger) in_.Fail("a label");
    return in_.Take().text;
  }

  Expression Parenthesis() {
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

  Expression ListExpression() {
    Expression list = Begin(Expression::Kind::kList);
    in_.Take();
    if (in_.Accept("]")) return list;
    do {
      list.children.push_back(ParseAny());
    } while (in_.Accept(","));
    in_.Expect("]");
    return Bounded(std::move(list));
  }

  Expression RecordExpression() {
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

  Expression Let() {
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

  // --------------------------------------------------------------------------------- patterns

 public:
  Pattern ParsePattern() {
    const TokenReader::Nesting nesting(&in_);
    Pattern pattern = ConsPattern();
    while (in_.Accept(":")) pattern.type = ParseType();
    return pattern;
  }

 private:
  Pattern BeginPattern(Pattern::Kind kind) const {
    Pattern pattern;
    pattern.kind = kind;
    pattern.where = in_.Peek().where;
    return pattern;
  }

  Pattern ConsPattern() {
    const TokenReader::Nesting nesting(&in_);
    Pattern head = ApplicationPattern();
    if (!in_.AcceptName("::")) return head;
    Pattern cons = BeginPattern(Pattern::Kind::kCons);
    cons.where = head.where;
    cons.children.push_back(std::move(head));
    cons.children.push_back(ConsPattern());
    return cons;
  }

  bool StartsPattern(const Token& token) const {
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

  Pattern ApplicationPattern() {
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

 public:
  Pattern AtomicPattern() {
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

 private:
  Pattern LeafPattern(Pattern::Kind kind) {
    Pattern pattern = BeginPattern(kind);
    pattern.text = in_.Take().text;
    if (kind == Pattern::Kind::kVariable && pattern.text == "nil") {
      pattern.kind = Pattern::Kind::kList;
    }
    return pattern;
  }

  Pattern Patterns(Pattern::Kind kind, std::string_view end) {
    Pattern pattern = BeginPattern(kind);
    in_.Take();
    if (in_.Accept(end)) return pattern;
    do {
      pattern.children.push_back(ParsePattern());
    } while (in_.Accept(","));
    in_.Expect(end);
    return pattern;
  }

  Pattern RecordPattern() {
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

  // ------------------------------------------------------------------------------------ types

 public:
  TypeSyntax ParseType() {
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

 private:
  TypeSyntax TupleType() {
    TypeSyntax first = PostfixType();
    if (!in_.Peek().IsName("*")) return first;
    TypeSyntax tuple;
    tuple.kind = TypeSyntax::Kind::kTuple;
    tuple.where = first.where;
    tuple.children.push_back(std::move(first));
    while (in_.AcceptName("*")) tuple.children.push_back(PostfixType());
    return tuple;
  }

  TypeSyntax PostfixType() {
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

  TypeSyntax AtomicType() {
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

  // ----------------------------------------------------------------------------- declarations

 public:
  std::vector<Declaration> ParseDeclaration() {
    const TokenReader::Nesting nesting(&in_);
    Declaration declaration;
    declaration.where = in_.Peek().where;
    if (in_.Accept("val")) return Values();
    if (in_.Accept("fun")) {
      declaration.kind = Declaration::Kind::kFunctions;
      do {
        declaration.functions.push_back(ParseFunction());
      } while (in_.Accept("and"));
    } else if (in_.Accept("exception")) {
      return Exceptions();
    } else {
      if (in_.Peek().kind == TokenKind::kKeyword && in_.Peek().text.size() > 2) {
        throw MlError(in_.Peek().where,
                      fmt::format("declarations with {} are not supported; val, fun and exception "
                                  "are",
                                  in_.Peek().text));
      }
      in_.Fail("a declaration: val, fun or exception");
    }
    std::vector<Declaration> one;
    one.push_back(std::move(declaration));
    return one;
  }

 private:
  std::string NameHere(std::string_view what) {
    if (in_.Peek().kind != TokenKind::kName) in_.Fail(what);
    return in_.Take().text;
  }

  /// `exception a [of t] [and b [of t]]`
  std::vector<Declaration> Exceptions() {
    std::vector<Declaration> exceptions;
    do {
      Declaration exception;
      exception.kind = Declaration::Kind::kException;
      exception.where = in_.Peek().where;
      exception.exception = NameHere("the name of an exception");
      if (in_.Accept("of")) exception.exception_type = ParseType();
      exceptions.push_back(std::move(exception));
    } while (in_.Accept("and"));
    return exceptions;
  }

  /// `val a = e [and b = f]`; with rec, functions.
  std::vector<Declaration> Values() {
    const bool recursive = in_.Accept("rec");
    std::vector<Declaration> values;
    do {
      Declaration value;
      value.where = in_.Peek().where;
      value.pattern = ParsePattern();
      in_.ExpectName("=");
      value.value = ParseAny();
      values.push_back(std::move(value));
    } while (in_.Accept("and"));
    if (!recursive && values.size() > 1) {
      throw MlError(values[1].where, "val ... and ... is not supported: write two declarations");
    }
    if (!recursive) return values;
    return RecursiveValues(std::move(values));
  }

  /// `val rec f = fn ...` is `fun f ...`.
  static std::vector<Declaration> RecursiveValues(std::vector<Declaration> values) {
    Declaration functions;
    functions.kind = Declaration::Kind::kFunctions;
    functions.where = values[0].where;
    for (Declaration& value : values) {
      if (value.pattern.kind != Pattern::Kind::kVariable ||
          value.value.kind != Expression::Kind::kFn) {
        throw MlError(value.where, "val rec takes a name and a function: val rec f = fn ...");
      }
      Function function{value.pattern.text, {}, value.where};
      for (Match& match : value.value.matches) {
        Clause clause;
        clause.where = match.pattern.where;
        clause.patterns.push_back(std::move(match.pattern));
        clause.body = std::move(match.body);
        function.clauses.push_back(std::move(clause));
      }
      functions.functions.push_back(std::move(function));
    }
    std::vector<Declaration> one;
    one.push_back(std::move(functions));
    return one;
  }

  Function ParseFunction() {
    Function function;
    function.where = in_.Peek().where;
    do {
      Clause clause;
      clause.where = in_.Peek().where;
      in_.Accept("op");
      const std::string name = NameHere("the name of a function");
      if (function.clauses.empty()) function.name = name;
      if (name != function.name) {
        throw MlError(clause.where, fmt::format("a clause of {} is named {}; all clauses of a "
                                                "function have its name",
                                                function.name, name));
      }
      while (StartsPattern(in_.Peek())) clause.patterns.push_back(AtomicPattern());
      if (clause.patterns.empty()) in_.Fail("the parameters of a function");
      if (!function.clauses.empty() &&
          clause.patterns.size() != function.clauses[0].patterns.size()) {
        throw MlError(clause.where, fmt::format("the clauses of {} have different numbers of "
                                                "parameters",
                                                function.name));
      }
      if (in_.Accept(":")) clause.result = ParseType();
      in_.ExpectName("=");
      clause.body = ParseAny();
      function.clauses.push_back(std::move(clause));
    } while (in_.Accept("|"));
    return function;
  }

  TokenReader in_;
};

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
  Expression e = ParseExpression(text);
  if (e.kind == Expression::Kind::kList) return std::move(e.children);
  std::vector<Expression> one;
  one.push_back(std::move(e));
  return one;
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
