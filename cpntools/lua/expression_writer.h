// ML expressions, patterns and functions to Lua text.
//
// How values look: integers, reals, strings and booleans are Lua's; a constant of an enumerated
// colour set is a string, a colour of an index set an integer; tuples and lists are arrays, records
// tables, a multi-set is a list; a union's colour and an exception are { tag = ..., value = ... },
// an option is a list of one element or none, an order a string. A function takes its parameters
// as Lua does when it is declared with them (`fun f (x, y)`, `fun f x y`), and one value otherwise;
// where a declared function is used as a value it is wrapped.
//
// Invariants:
//  1. the text means what the expression means under SML's call by value; where several arguments
//     of a function of the library raise exceptions, another one may be the first;
//  2. every free name of the text is in used() or a helper in helpers().
// Thread safety: one thread at a time.
#pragma once

#include <set>
#include <string>

#include "cpntools/document/document.h"
#include "cpntools/lua/call_writer.h"
#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"
#include "cpntools/lua/statement_writer.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/ast.h"
#include "cpntools/ml/inference.h"

namespace cpntools {

class ExpressionWriter final : public ValueWriter {
 public:
  /// Both must outlive it.
  ExpressionWriter(ml::Inference* inference, const Globals* globals)
      : scope_(inference, globals),
        statements_(&scope_, this),
        calls_(&scope_, this, &statements_) {}
  ExpressionWriter(const ExpressionWriter&) = delete;
  ExpressionWriter& operator=(const ExpressionWriter&) = delete;

  /// While the model loads, constructors and cons make patterns, which functions cannot take apart:
  /// tables and append are written instead.
  void SetLoading(bool loading) { scope_.SetLoading(loading); }

  /// An expression. Requires that its types are inferred; throws MlError where it cannot be
  /// translated.
  Code Value(const ml::Expression& e) override;
  /// Statements that return the expression's value.
  std::string Body(const ml::Expression& e, int indent) { return statements_.Body(e, indent); }
  /// Whether the expression is better written as statements.
  bool NeedsStatements(const ml::Expression& e) const { return statements_.NeedsStatements(e); }
  /// `function name(...) ... end`, one for each function; for several that call each other, all.
  std::string FunctionDefinitions(const ml::Declaration& declaration, int indent) {
    return statements_.FunctionDefinitions(declaration, indent);
  }
  /// An expression in a colour set's declaration.
  std::string BoundOf(const Text& text);
  /// What a colour set demands beside being of its type or of the set that it is a subset of, as a
  /// Lua function of the colour.
  std::string OwnCondition(const Declaration& set);

  /// ML names of the model's declarations that were used.
  const std::set<std::string>& used() const { return scope_.used(); }
  const std::set<std::string>& helpers() const { return scope_.helpers(); }
  void Use(const std::string& name) { scope_.Use(name); }

 private:
  Code Name(const ml::Expression& e);
  Code ConstructorValue(const ml::Expression& e, const ml::Constructor& constructor);
  Code Apply(const ml::Expression& e);
  Code Equality(const ml::Expression& left, const ml::Expression& right, bool equal);
  Code If(const ml::Expression& e);
  Code Immediate(const ml::Expression& e);
  Code Handle(const ml::Expression& e);

  Scope scope_;
  StatementWriter statements_;
  CallWriter calls_;
};

}  // namespace cpntools
