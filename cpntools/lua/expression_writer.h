// ML expressions, patterns and functions to Lua text.
//
// How values look: integers, reals, strings and booleans are Lua's; a constant of an enumerated
// colour set is a string, a colour of an index set an integer; tuples and lists are arrays, records
// tables, a multi-set is a list; a union's colour and an exception are { tag = ..., value = ... },
// an option is a list of one element or none, an order a string. A function takes
// its parameters as Lua does when it is declared with them (`fun f (x, y)`, `fun f x y`), and one
// value otherwise; where a declared function is used as a value it is wrapped.
//
// Invariants:
//  1. the text means what the expression means under SML's call by value; where several arguments
//     of a function of the library raise exceptions, another one may be the first;
//  2. every free name of the text is in used() or a helper in helpers().
// Thread safety: one thread at a time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpntools/document/document.h"
#include "cpntools/ml/ast.h"
#include "cpntools/ml/inference.h"
#include "cpntools/ml/library.h"

namespace cpntools {

/// A Lua expression, and how strongly its operator binds.
struct Code {
  std::string text;
  ml::LuaPrecedence precedence = ml::LuaPrecedence::kSuffix;
};

/// A value that the model declares.
struct GlobalValue {
  std::string lua;
  /// How a function takes its arguments, as LibraryFunction says; nullopt when it is none.
  std::optional<std::string> parameters;
};

struct ColourSetName {
  std::string lua;
  const Declaration* declaration = nullptr;
};

/// What ML names mean in the model.
struct Globals {
  std::map<std::string, GlobalValue> values;
  std::map<std::string, ColourSetName> colour_sets;
  bool catches = false;  ///< whether the model handles exceptions somewhere
};

class LuaExpressions {
 public:
  LuaExpressions(ml::Inference* inference, const Globals* globals)
      : inference_(inference), globals_(globals) {}

  /// While the model loads, constructors and cons make patterns, which functions cannot take apart:
  /// tables and append are written instead.
  void SetLoading(bool loading) { loading_ = loading; }

  /// An expression. Requires that its types are inferred; throws MlError where it cannot be
  /// translated.
  Code Value(const ml::Expression& e);
  /// Statements that return the expression's value.
  std::string Body(const ml::Expression& e, int indent);
  /// Whether the expression is better written as statements.
  bool NeedsStatements(const ml::Expression& e) const;
  /// `function name(...) ... end`, one for each function; for several that call each other, all.
  std::string FunctionDefinitions(const ml::Declaration& declaration, int indent);
  /// How a declared function takes its arguments.
  static std::string ParametersOf(const ml::Function& function);
  /// The colours of a small colour set as a list. Throws MlError.
  Code AllOf(const std::string& colour_set, ml::Position where);
  /// An expression in a colour set's declaration.
  std::string BoundOf(const Text& text);
  /// What a colour set demands beside being of its type or of the set that it is a subset of, as a
  /// Lua function of the colour.
  std::string OwnCondition(const Declaration& set);

  /// ML names of the model's declarations that were used.
  const std::set<std::string>& used() const { return used_; }
  const std::set<std::string>& helpers() const { return helpers_; }
  void Use(const std::string& name) { used_.insert(name); }

 private:
  struct Local {
    std::string ml;
    std::string lua;
    std::optional<std::string> parameters;
  };
  struct Binding {
    std::string ml;
    std::string access;
  };
  /// What matching a pattern takes: conditions, then names.
  struct Match {
    std::vector<std::string> conditions;
    std::vector<Binding> bindings;
  };
  /// Where a value goes: returned, or assigned to a name.
  struct Sink {
    std::string name;  ///< empty: return
  };
  struct ClauseView {
    std::vector<const ml::Pattern*> patterns;  ///< null: matches anything
    const ml::Expression* body;
  };

  /// What happens when no clause matches: the exception Match, or the subject is raised again.
  enum class Otherwise { kMatch, kRaiseAgain };

  const Local* FindLocal(const std::string& name) const;
  std::string AddLocal(const std::string& name, bool fresh = false,
                       std::optional<std::string> parameters = std::nullopt);
  std::string Temporary(const std::string& name);

  Code Name(const ml::Expression& e);
  Code ConstructorValue(const ml::Expression& e, const ml::Constructor& constructor);
  Code Constructed(const ml::Constructor& constructor, const std::string& name,
                   const ml::Expression* argument, const std::string& text);
  Code Apply(const ml::Expression& e);
  Code ApplyName(const ml::Expression& head, const std::vector<const ml::Expression*>& arguments);
  Code CallKnown(const ml::Expression& head, const std::string& parameters,
                 const std::vector<const ml::Expression*>& arguments);
  Code CallWith(const ml::Expression& head, std::vector<Code> flat);
  Code FillTemplate(const ml::LibraryFunction& function, const std::vector<Code>& arguments);
  std::optional<std::string> KnownParameters(const ml::Expression& head) const;
  std::optional<Code> ColourSetFunction(const ml::Expression& head,
                                        const std::vector<const ml::Expression*>& arguments);
  Code ColourSetFunctionValue(const std::string& set, const std::string& function,
                              const ml::Expression& head);
  Code Multiplied(const ml::Expression& head, const ml::Expression& argument);
  // Of the colours in Lua names x and y of a colour set (colour_set_writer.cc).
  Code Below(const Declaration& set, const std::string& x, const std::string& y);
  Code Comparator(const std::string& set);
  Code TextOf(const Declaration& set, const std::string& x);
  Code Legal(const Declaration& set, const std::string& x);
  Code OwnConditionOn(const Declaration& set, const std::string& x);
  const Declaration& SetNamed(const std::string& name) const;
  template <typename MakeBody>
  Code FunctionOf(const std::vector<std::string>& parameters, MakeBody make_body);
  std::string UnionCases(const Declaration& set,
                         Code (LuaExpressions::*make)(const Declaration&, const std::string&));
  std::string ColoursOf(const std::vector<Declaration::Field>& fields, ml::Position where);
  std::string ListOf(const Declaration& set);
  Code AllOfUnion(const Declaration& set, ml::Position where);
  Code PairFunction(const ml::Expression& e);
  Code Equality(const ml::Expression& left, const ml::Expression& right, bool equal);
  Code Sum(const ml::Expression& e);
  void Summands(const ml::Expression& e, std::vector<const ml::Expression*>& out) const;
  Code If(const ml::Expression& e);
  Code Immediate(const ml::Expression& e);
  Code FunctionLiteral(const std::vector<ClauseView>& clauses, std::size_t parameters,
                       Otherwise otherwise = Otherwise::kMatch);
  Code Handle(const ml::Expression& e);

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
  std::string LocalBindings(const Match& match, int indent);
  std::optional<std::string> NameOf(const ml::Pattern& pattern) const;
  std::vector<ClauseView> ClauseViews(const ml::Function& function) const;

  void Destructure(const ml::Pattern& pattern, const std::string& access, Match& out);
  void DestructureCons(const ml::Pattern& pattern, const std::string& access, Match& out);
  void DestructureConstructor(const ml::Pattern& pattern, const std::string& access, Match& out);
  /// The helpers of these names, with blanks between them.
  void UseHelper(std::string_view names);
  std::string ColourSetLua(const std::string& name);

  ml::Inference* inference_;
  const Globals* globals_;
  bool loading_ = false;
  std::vector<Local> locals_;
  std::set<std::string> used_;
  std::set<std::string> helpers_;
};

/// The operand in parentheses unless it binds at least as strongly.
std::string Operand(const Code& code, ml::LuaPrecedence least);
/// A label of a record: a field of Lua's.
std::string FieldAccess(const std::string& access, const std::string& label);
/// `label = ` or `["label"] = `.
std::string FieldKey(const std::string& label);

}  // namespace cpntools
