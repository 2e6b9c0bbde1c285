// Type inference for ML expressions and declarations: what an inscription's type is decides whether
// it is one token or a multi-set (in CPN ML a multi-set is a list), and what `=` means in Lua.
//
// Invariants:
//  1. Infer sets Expression::type everywhere in the tree, and turns names in patterns that are
//     constructors into constructor patterns;
//  2. functions and values that are bound by `val` and `fun` are polymorphic (let polymorphism);
//  3. overloaded operators do not default: `fn (x, y) => x + y` takes any two of one type. A record
//     pattern with ... takes any record; CPN Tools has checked the model before;
//  4. the work on one piece is limited, so that hostile types end in an MlError.
// Thread safety: one thread at a time.
// Source: L. Damas, R. Milner, "Principal type-schemes for functional programs" (1982).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpntools/ml/ast.h"
#include "cpntools/ml/types.h"

namespace cpntools::ml {

/// A type, and which of its variables stand for any type.
struct Scheme {
  Type type = -1;
  std::vector<Type> variables;
  bool of_library = false;
};

/// A constant or constructor of a colour set, of options or of orders, or an exception.
struct Constructor {
  enum class Kind { kUnit, kBoolean, kEnumerated, kIndex, kUnion, kException, kOption };
  Kind kind = Kind::kEnumerated;
  std::string colour_set;
  Type type = -1;                 ///< of what it makes
  std::optional<Type> argument;   ///< of what it takes
  std::string tag{};              ///< "true" or "false" of a boolean; which exception it is
  bool of_library = false;        ///< so that a model may declare its name anew
  std::vector<Type> variables{};  ///< of the types, which stand for any type
};

class Inference {
 public:
  Inference();

  TypeStore& types() { return types_; }

  /// A colour set is a type; its functions are <name>.all and so on.
  void DeclareColourSet(const std::string& name, Type type);
  void DeclareConstructor(const std::string& name, Constructor constructor);
  /// A name of the outermost scope, of exactly this type.
  void DeclareVariable(const std::string& name, Type type);
  /// Forgets a name, whose declaration has failed.
  void Forget(const std::string& name);

  const Constructor* FindConstructor(const std::string& name) const;
  std::optional<Type> FindColourSet(const std::string& name) const;
  /// Whether the model itself has declared a constructor of this name, or it is true or false.
  bool IsConstructorOfModel(const std::string& name) const;
  /// Whether something has used the library's function or constructor of this name.
  bool IsUsedOfLibrary(const std::string& name) const { return used_of_library_.contains(name); }

  /// Throws MlError where types do not agree and where a name is unknown.
  Type Infer(Expression& e);
  /// Declares what the declaration declares in the outermost scope. Throws MlError.
  void Infer(Declaration& declaration);
  Type TypeOf(const TypeSyntax& syntax);

 private:
  using Scope = std::map<std::string, Scheme>;

  Type InferKind(Expression& e);
  void DeclareLibrary();
  Type Name(const Expression& e);
  std::optional<Type> ColourSetFunction(const std::string& name);
  Type Apply(Expression& e);
  Type Selected(Expression& selector, Type argument);
  Type Matches(std::vector<Match>& matches, Type subject);
  Type Handle(Expression& e);
  Type Let(Expression& e);
  Type InferPattern(Pattern& pattern, Scope& bound);
  Type InferPatternKind(Pattern& pattern, Scope& bound);
  Type ConstructorPattern(Pattern& pattern, Scope& bound);
  void Values(Declaration& declaration, Scope& into);
  void Functions(Declaration& declaration, Scope& into);
  Type ClauseType(Clause& clause);
  Scheme Generalise(Type type) const;
  Type Instance(const Scheme& scheme);
  /// The types of a constructor's result and argument, with fresh variables.
  Constructor Instance(const Constructor& constructor);
  void Exception(const Declaration& declaration);
  Type Syntax(const TypeSyntax& syntax, std::map<std::string, Type>& variables);
  void Demand(Type found, Type expected, Position where);
  const Scheme* Find(const std::string& name) const;
  void StartWork();
  void Work(Position where);

  TypeStore types_;
  std::map<std::string, Type> colour_sets_;
  std::map<std::string, Constructor> constructors_;
  std::vector<Scope> scopes_;
  std::set<std::string> used_of_library_;
  std::map<std::string, Type> type_variables_;  ///< 'a of the declaration that is being read
  int work_ = 0;
};

}  // namespace cpntools::ml
