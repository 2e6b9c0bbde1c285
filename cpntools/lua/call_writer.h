// Applications of names: declared functions, functions of the libraries and of colour sets,
// constructors.
//
// Thread safety: one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpntools/lua/scope.h"
#include "cpntools/lua/statement_writer.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

class CallWriter {
 public:
  /// All must outlive it.
  CallWriter(Scope* scope, ValueWriter* values, StatementWriter* statements)
      : scope_(*scope), values_(*values), statements_(*statements) {}

  /// How the function of this name takes its arguments, as LibraryFunction says; nullopt when that
  /// is not known.
  std::optional<std::string> KnownParameters(const ml::Expression& head) const;
  /// The name applied to its arguments: to all that its parameters take, or to one.
  Code ApplyName(const ml::Expression& head, const std::vector<const ml::Expression*>& arguments);
  /// A call of a function whose parameters are known; with too few arguments, a function of the
  /// others.
  Code CallKnown(const ml::Expression& head, const std::string& parameters,
                 const std::vector<const ml::Expression*>& arguments);

 private:
  Code Value(const ml::Expression& e) { return values_.Value(e); }
  /// The arguments of a call, one for each of Lua's, while they are collected.
  struct Arguments {
    std::vector<Code> flat;
    std::vector<std::string> missing;  ///< names for those that are not there
    std::string before;                ///< statements that must come first
  };
  void AddArgument(char how, const ml::Expression* argument, Arguments& out);
  void AddWhole(char how, const ml::Expression* argument, Arguments& out);
  Code CallWith(const ml::Expression& head, std::vector<Code> flat);
  Code PairFunction(const ml::Expression& e);
  std::optional<Code> NamedPairFunction(const ml::Expression& e);

  Scope& scope_;
  ValueWriter& values_;
  StatementWriter& statements_;
};

}  // namespace cpntools
