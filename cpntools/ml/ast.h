// The abstract syntax of the subset of Standard ML that CPN ML uses: expressions, patterns, types
// and declarations, as plain trees with the positions of their first tokens.
//
// Invariants of what the parser makes:
//  1. a tuple has no child (unit) or at least two;
//  2. every clause of a function has the same name and the same number of patterns, at least one;
//  3. trees are at most kMaxTreeDepth deep (parser.h), so that recursion over them is safe.
// Plain values; distinct trees may be used from different threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpntools/ml/error.h"

namespace cpntools::ml {

struct TypeSyntax {
  enum class Kind { kVariable, kName, kTuple, kRecord, kFunction };
  Kind kind = Kind::kName;
  std::string name;                  ///< of a variable ('a) or a name (int, list, a colour set)
  std::vector<std::string> labels;   ///< of a record, parallel to children
  std::vector<TypeSyntax> children;  ///< arguments, components, or parameter and result
  Position where;
};

struct Pattern {
  enum class Kind {
    kWildcard,
    kVariable,
    kInteger,
    kString,
    kCharacter,
    kTuple,
    kRecord,
    kList,
    kCons,         ///< head :: rest
    kConstructor,  ///< name, with or without argument; also true, false, and constants
    kAs,           ///< name as child
  };
  Kind kind = Kind::kWildcard;
  std::string text;                 ///< name or value
  std::vector<std::string> labels;  ///< of a record, parallel to children
  bool flexible = false;            ///< a record with ...
  std::vector<Pattern> children;
  std::optional<TypeSyntax> type;  ///< pattern : type
  Position where;
};

struct Expression;
struct Declaration;

/// pattern => expression
struct Match;

struct Expression {
  enum class Kind {
    kInteger,
    kReal,
    kString,
    kCharacter,
    kName,  ///< a variable, constructor or library name; also operators: op +
    kTuple,
    kRecord,
    kList,
    kSelector,  ///< #label
    kApply,     ///< children[0] applied to children[1]; infix operators to a tuple of two
    kIf,
    kAndAlso,
    kOrElse,
    kCase,  ///< children[0], matches
    kFn,    ///< matches
    kLet,   ///< declarations, children[0]
    kRaise,
    kHandle,    ///< children[0], matches
    kSequence,  ///< (a; b)
  };
  Kind kind = Kind::kTuple;
  std::string text;
  std::vector<std::string> labels;
  std::vector<Expression> children;
  std::vector<Match> matches;
  std::vector<Declaration> declarations;
  std::optional<TypeSyntax> annotation;  ///< expression : type
  bool infix = false;                    ///< an application written with an infix operator
  Position where;
  int depth = 1;  ///< of the tree
  int type = -1;  ///< set by the type inference (inference.h)
};

struct Match {
  Pattern pattern;
  Expression body;
};

struct Clause {
  std::vector<Pattern> patterns;
  std::optional<TypeSyntax> result;
  Expression body;
  Position where;
};

struct Function {
  std::string name;
  std::vector<Clause> clauses;
  Position where;
};

struct Declaration {
  enum class Kind {
    kValue,      ///< val pattern = expression; functions when rec
    kFunctions,  ///< fun ... and ...
    kException,  ///< exception name [of type]
  };
  Kind kind = Kind::kValue;
  Pattern pattern;
  Expression value;
  std::vector<Function> functions;
  std::string exception;
  std::optional<TypeSyntax> exception_type;  ///< of its argument
  Position where;
};

/// Whether the expression applies the operator of that name to two operands.
inline bool IsOperator(const Expression& e, std::string_view name) {
  return e.kind == Expression::Kind::kApply && e.children[0].kind == Expression::Kind::kName &&
         e.children[0].text == name && e.children[1].kind == Expression::Kind::kTuple &&
         e.children[1].children.size() == 2;
}

/// A number, a text, true or false.
inline bool IsLiteral(const Expression& e) {
  using Kind = Expression::Kind;
  return e.kind == Kind::kInteger || e.kind == Kind::kString ||
         (e.kind == Kind::kName && (e.text == "true" || e.text == "false"));
}

/// The e of `ref e`; of anything else itself.
inline const Expression& Referred(const Expression& e) {
  const bool reference = e.kind == Expression::Kind::kApply &&
                         e.children[0].kind == Expression::Kind::kName &&
                         e.children[0].text == "ref";
  return reference ? e.children[1] : e;
}

/// [] or empty.
inline bool IsEmptyList(const Expression& e) {
  return (e.kind == Expression::Kind::kList && e.children.empty()) ||
         (e.kind == Expression::Kind::kName && e.text == "empty");
}

}  // namespace cpntools::ml
