#include <fmt/format.h>

#include <utility>

#include "cpntools/ml/recursive_parser.h"

namespace cpntools::ml {

std::vector<Declaration> Parser::ParseDeclaration() {
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

std::string Parser::NameHere(std::string_view what) {
  if (in_.Peek().kind != TokenKind::kName) in_.Fail(what);
  return in_.Take().text;
}

/// `exception a [of t] [and b [of t]]`
std::vector<Declaration> Parser::Exceptions() {
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
std::vector<Declaration> Parser::Values() {
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
std::vector<Declaration> Parser::RecursiveValues(std::vector<Declaration> values) {
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

Function Parser::ParseFunction() {
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

}  // namespace cpntools::ml
