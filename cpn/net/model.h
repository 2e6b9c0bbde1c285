// A model as its designer declared it: colour sets, functions, modules with ports and substitution
// transitions. The loader of the model language builds it; Flatten() (net.h) turns it into the net
// that runs; the drawing shows it page by page.
//
// Invariants:
//  1. Ids are indices: ModuleId into Model::modules, and so on. Model::top is the top module.
//  2. Inside a transition, variables are numbered by TransitionDeclaration::variables.
//  3. Every declaration has the location that an error about it should blame.
// Plain data, not checked: Flatten() checks. Source: Jensen & Kristensen (2009), ch. 5 (modules).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cpn/net/pattern.h"
#include "cpn/net/step_kind.h"
#include "cpn/values/colour_set.h"
#include "cpn/values/error.h"
#include "cpn/values/multiset.h"

namespace cpn {

using ModuleId = std::uint32_t;

/// An inscription in the model language: what it reads and where it stands.
struct Function {
  std::vector<std::string> parameters;  ///< names of the CPN variables it reads, in order
  std::string text;                     ///< source text as far as known, for drawings and errors
  SourceLocation where;
};

struct Variable {
  std::string name;
  ColourSetId type = 0;
};

/// One summand of an arc inscription.
struct ArcTerm {
  enum class Kind : std::uint8_t {
    kPattern,   ///< `count` copies of `pattern`
    kFunction,  ///< `count` copies of the colour that `function` computes
    kMultiSet,  ///< the multi-set that `function` computes (nothing, or a list used as multi-set)
  };
  Kind kind = Kind::kPattern;
  std::uint32_t count = 1;
  Pattern pattern;
  FunctionId function = 0;
  /// The term is there only when this function is true: conditional output.
  std::optional<FunctionId> condition;
};

enum class ArcKind : std::uint8_t {
  kInput,      ///< removes its multi-set
  kOutput,     ///< adds its multi-set
  kTest,       ///< both directions: its multi-set must be there and stays
  kInhibitor,  ///< disabled when the place contains its multi-set; without terms: when not empty
  kReset,      ///< removes all tokens
};

struct ArcDeclaration {
  ArcKind kind = ArcKind::kInput;
  std::uint32_t place = 0;  ///< index into ModuleDeclaration::places
  std::vector<ArcTerm> terms;
  std::string text;  ///< as written, for drawings
  SourceLocation where;
};

/// `variable` is computed once per binding from the variables that `function` reads:
/// CPN ML's guard equality xs' = x::xs.
struct LetDeclaration {
  std::uint32_t variable = 0;
  FunctionId function = 0;
};

/// What runs that go on for ever owe a transition. They are fair if it occurs for ever: where it is
/// enabled all along from some point on (weak), where it is enabled again and again (strong).
/// Source: Francez, "Fairness" (1986).
struct Fairness {
  enum class Kind : std::uint8_t { kNone, kWeak, kStrong };
  Kind kind = Kind::kNone;
  /// Indices into TransitionDeclaration::variables, ascending: this is owed to the binding elements
  /// of each choice of their values; without variables to all binding elements together.
  std::vector<std::uint32_t> apart;
  bool operator==(const Fairness&) const = default;
};

struct TransitionDeclaration {
  std::string name;
  int priority = 0;  ///< the highest enabled one goes first; P_NORMAL is 0
  StepKind kind = StepKind::kNone;
  Fairness fairness;
  /// How likely a binding element of it is in walks, in thousandths; nothing: as its kind says.
  std::optional<std::uint32_t> weight;
  std::vector<Variable> variables;
  std::vector<ArcDeclaration> arcs;
  std::vector<FunctionId> guards;  ///< all must hold
  std::vector<LetDeclaration> lets;
  std::string guard_text;  ///< for drawings
  SourceLocation where;
};

enum class PortKind : std::uint8_t { kNone, kIn, kOut, kInOut };

struct PlaceDeclaration {
  std::string name;
  ColourSetId type = 0;
  PortKind port = PortKind::kNone;
  std::optional<std::string> fusion;   ///< name of its fusion set; visible in every module
  std::vector<MultiSetEntry> initial;  ///< values of the model's ValueStore
  std::string initial_text;
  SourceLocation where;
};

struct PortAssignment {
  std::string port;          ///< a port place of the submodule
  std::uint32_t socket = 0;  ///< a place of the enclosing module
};

/// A substitution transition: an instance of `module`.
struct SubstitutionDeclaration {
  std::string name;
  ModuleId module = 0;
  std::vector<PortAssignment> assignments;
  SourceLocation where;
};

struct ModuleDeclaration {
  std::string name;
  std::vector<PlaceDeclaration> places;
  std::vector<TransitionDeclaration> transitions;
  std::vector<SubstitutionDeclaration> substitutions;
  SourceLocation where;
};

/// `symmetric(Worker)`: the author says that the values of a colour set may be permuted.
struct SymmetricDeclaration {
  ColourSetId set = 0;
  SourceLocation where;
};

struct Model {
  std::string name;
  std::vector<ColourSet> colour_sets;
  std::vector<Function> functions;
  std::vector<ModuleDeclaration> modules;
  std::vector<SymmetricDeclaration> symmetric;
  ModuleId top = 0;
};

}  // namespace cpn
