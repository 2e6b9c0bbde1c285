// Functions, clauses and what else takes statements in Lua: if, case, let and sequences.
//
// Thread safety: one thread at a time.
#pragma once

#include <string>
#include <vector>

#include "cpntools/lua/clauses.h"
#include "cpntools/lua/scope.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

class StatementWriter {
 public:
  /// What happens when no clause matches: the exception Match, or the subject is raised again.
  enum class Otherwise { kMatch, kRaiseAgain };

  /// Both must outlive it.
  StatementWriter(Scope* scope, ValueWriter* values) : scope_(*scope), values_(*values) {}

  /// Statements that return the expression's value.
  std::string Body(const ml::Expression& e, int indent);
  /// Whether the expression is better written as statements.
  bool NeedsStatements(const ml::Expression& e) const;
  /// `function name(...) ... end`, one for each function; for several that call each other, all.
  std::string FunctionDefinitions(const ml::Declaration& declaration, int indent);
  /// `function(...) ... end` of so many parameters, on one line where it is short.
  Code FunctionLiteral(const std::vector<ClauseView>& clauses, std::size_t parameters,
                       Otherwise otherwise = Otherwise::kMatch);

 private:
  /// Where a value goes: returned, or assigned to a name.
  struct Sink {
    std::string name;  ///< empty: return
  };

  Code Value(const ml::Expression& e) { return values_.Value(e); }
  std::string FunctionText(const std::string& head, const std::vector<ClauseView>& clauses,
                           std::size_t parameters, int indent,
                           Otherwise otherwise = Otherwise::kMatch);
  std::string Clauses(const std::vector<ClauseView>& clauses,
                      const std::vector<std::string>& subjects, const Sink& sink, int indent,
                      Otherwise otherwise = Otherwise::kMatch);
  std::string Statements(const ml::Expression& e, const Sink& sink, int indent);
  std::string IfStatements(const ml::Expression& e, const Sink& sink, int indent);
  std::string CaseStatements(const ml::Expression& e, const Sink& sink, int indent);
  std::string LetStatements(const ml::Expression& e, const Sink& sink, int indent);
  std::string SequenceStatements(const ml::Expression& e, const Sink& sink, int indent);
  std::string LocalValue(const ml::Declaration& declaration, int indent);

  Scope& scope_;
  ValueWriter& values_;
};

}  // namespace cpntools
