// Arc inscriptions, guards and initial markings in the model language: patterns where the engine
// can match them, `expr`, `each` and functions otherwise.
//
// Invariants:
//  1. an inscription is one token when its type is its place's colour set, and a multi-set when it
//     is a list of that; the first is tried first, as CPN Tools does;
//  2. whatever was used of the declarations is in used() and, for initial markings, in loading().
// Thread safety: one thread at a time.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpntools/declarations.h"
#include "cpntools/ml/parser.h"

namespace cpntools {

/// An arc's inscription in the model language.
struct ArcText {
  std::string text;             ///< what stands between Place( and ); empty: no tokens
  std::set<std::string> binds;  ///< ML variables that a match binds
};

/// A transition's guard and lets.
struct GuardText {
  std::vector<std::string> conditions;  ///< Lua expressions: strings and functions
  std::vector<std::string> lets;        ///< `x = expr "..."`
};

class Inscriptions {
 public:
  explicit Inscriptions(Declarations* declarations) : declarations_(declarations) {}

  /// Throws MlError.
  ArcText Arc(ml::Expression e, const std::string& colour_set);
  /// `bound` are the variables that arcs bind; the guard's equalities bind more.
  GuardText Guard(std::vector<ml::Expression> conditions, std::set<std::string> bound);
  /// `x = expr "..."` for each output of a code segment.
  std::vector<std::string> Code(const ml::CodeSegment& code);
  /// The list of tokens; empty when there are none.
  std::string Initial(ml::Expression e, const std::string& colour_set);

  void Use(const std::string& name) { used_.insert(name); }
  const std::set<std::string>& used() const { return used_; }
  const std::set<std::string>& loading() const { return loading_; }
  const std::set<std::string>& helpers() const { return helpers_; }

 private:
  bool IsToken(ml::Expression& e, const std::string& colour_set);
  std::string Pattern(const ml::Expression& e, std::set<std::string>* binds);
  std::string Computed(const ml::Expression& e, const char* how);
  std::string Condition(const ml::Expression& e, bool negated);
  std::string Token(const ml::Expression& e, std::set<std::string>* binds);
  std::string Tokens(const ml::Expression& e, const std::string& colour_set,
                     std::set<std::string>* binds);
  std::string Copies(const ml::Expression& e, std::set<std::string>* binds);
  std::string Alternatives(const ml::Expression& e, const std::string& yes, const std::string& no);
  bool IsAll(const ml::Expression& e, const std::string& colour_set) const;
  bool BindByEquality(const ml::Expression& e, std::set<std::string>& bound, GuardText& out);
  bool BindFrom(const ml::Expression& left, const ml::Expression& right,
                std::set<std::string>& bound, GuardText& out);
  /// The Lua text of an expression, noting what it uses; `variables` are those that it reads.
  cpntools::Code Value(const ml::Expression& e, std::set<std::string>* variables = nullptr);
  std::set<std::string> VariablesIn(const ml::Expression& e);

  Declarations* declarations_;
  std::set<std::string> used_;
  std::set<std::string> loading_;
  std::set<std::string> helpers_;
  bool computed_ = false;  ///< whether the token that is being written has a computed part
};

}  // namespace cpntools
