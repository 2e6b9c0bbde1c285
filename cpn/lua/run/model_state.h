// Everything behind a LuaModel: what the files have declared so far, and, once they are loaded,
// what runs the net. Built by the functions that the model language offers (declaration_library.h,
// module_library.h, ...), completed by LuaModel::Load.
//
// Invariants:
//  1. A module's index is also its scope's; 0 is the top module.
//  2. bodies is parallel to model.functions.
//  3. While the files load, patterns in `inscriptions` number variables by `variables`; a
//     transition's own arcs number them as model.h says.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/engine/engine.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/run/chart.h"
#include "cpn/lua/run/conversion.h"
#include "cpn/lua/run/evaluator.h"
#include "cpn/lua/run/state_functions.h"
#include "cpn/lua/run/test_specification.h"
#include "cpn/lua/text/source.h"

namespace cpn::lua {

/// A value kept in the interpreter's registry.
using LuaReference = int;

/// The names of one module: what its `_ENV` knows.
struct Scope {
  std::optional<ModuleId> parent;
  std::map<std::string, SourceLocation, std::less<>> names;  ///< where each was declared
  LuaReference values = LUA_NOREF;                           ///< table: name -> value
  LuaReference environment = LUA_NOREF;                      ///< the module's _ENV
};

/// How far a colour set goes down: its parts, theirs, and so on.
struct ColourSetExtent {
  std::uint64_t depth = 1;
  std::uint64_t parts = 1;  ///< itself included, repeated ones as often as they occur
};

struct VariableDeclaration {
  std::string name;
  ColourSetId type = 0;
  SourceLocation where;
};

/// What Place(...) yields: an arc without its kind.
struct Inscription {
  ModuleId module = 0;
  std::uint32_t place = 0;
  std::vector<ArcTerm> terms;
  std::string text;
  SourceLocation where;
};

/// param(...) as written; its value is known when it gets its name.
struct ParameterDeclaration {
  std::variant<bool, std::int64_t, std::string> default_value;
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
  std::string doc;
  bool named = false;
  SourceLocation where;
};

/// A function of the model that is no inscription; see hook.h.
struct Hook {
  LuaReference function = LUA_NOREF;
  /// When it is about occurrences of one transition: for each parameter the index of the
  /// transition's variable; nothing for the instance path.
  std::vector<std::optional<std::uint32_t>> parameters;
  SourceLocation where;
};

/// By module and transition.
using TransitionHooks = std::map<std::pair<ModuleId, std::uint32_t>, Hook>;

struct TestDeclaration {
  std::string name;
  CaseScope scope = CaseScope::kRun;
  CaseOrder order = CaseOrder::kSet;
  TransitionHooks observe;
  std::optional<Hook> detection;
  std::optional<Hook> observation;
  std::optional<Hook> format;
  std::optional<Hook> normalise;
  std::optional<Hook> suite;
  std::optional<Hook> attributes;
  SourceLocation where;
};

struct ChartDeclaration {
  std::vector<std::string> participants;
  TransitionHooks messages;
  SourceLocation where;
};

/// A formula whose operands are other formulas, which several may share.
struct FormulaDeclaration {
  ctl::Formula formula;                 ///< without operands
  std::vector<std::uint32_t> operands;  ///< indices into ModelState::formulas
  std::size_t operators = 1;            ///< of the whole tree
  std::size_t depth = 1;
};

struct ModelState {
  ModelState(const std::filesystem::path& path, const LoadOptions& load_options);
  ModelState(const ModelState&) = delete;
  ModelState& operator=(const ModelState&) = delete;

  const LoadOptions options;
  std::filesystem::path folder;  ///< `require` looks here
  Sources sources;
  ValueStore values;
  MultiSetStore multisets{&values};
  Model model;
  ColourSets colour_sets{&model.colour_sets, &values};
  Converter converter{this};
  LuaEvaluator evaluator{this};
  LuaStateFunctions state_function_runner{this};
  std::vector<FunctionBody> bodies;
  std::vector<Parameter> parameters;
  std::vector<std::unique_ptr<TestDeclaration>> tests;
  std::vector<ctl::Property> properties;
  std::unique_ptr<ChartDeclaration> chart;  ///< null when there is none
  std::vector<Hook> state_functions;        ///< indexed by ctl::StateFunctionId

  // While the files load.
  bool loading = true;
  LuaReference library = LUA_NOREF;  ///< table: the language's names
  std::set<std::string, std::less<>> library_names;
  std::set<std::string, std::less<>> declaring_names;  ///< those that only declarations may use
  std::vector<Scope> scopes;
  std::vector<ModuleId> current{0};  ///< the module whose body runs, innermost last
  int evaluating = 0;                ///< calls of inscriptions and hooks that are running
  std::vector<bool> colour_set_named;
  std::vector<ColourSetExtent> colour_set_extents;  // by colour set
  std::vector<bool> module_named;
  std::vector<VariableDeclaration> variables;
  std::vector<Inscription> inscriptions;
  std::vector<ParameterDeclaration> parameter_declarations;
  std::map<std::uint32_t, Parameter> named_parameters;  ///< by declaration
  std::vector<FormulaDeclaration> formulas;
  std::size_t property_operators = 0;
  std::vector<SourceLocation> locations;
  std::map<std::string, LuaReference> required;  ///< results of `require` by module name

  // Once loaded.
  Net net;
  std::unique_ptr<Engine> engine;
  std::vector<std::unique_ptr<TestSpecification>> specifications;
  std::optional<Chart> run_chart;  ///< of `chart`

  /// Last, so that it is closed first: finalisers of handles find the rest alive.
  LuaState lua;
};

/// The module that declarations now go to.
inline ModuleDeclaration& CurrentModule(ModelState& m) { return m.model.modules[m.current.back()]; }
/// Remembers the running line for a handle.
std::uint32_t HereOf(lua_State* L);
/// Throws ModelError unless the model's files are still loading: inscriptions declare nothing.
void RequireLoading(lua_State* L, std::string_view what);
/// True while an inscription or hook runs, also during loading.
bool IsEvaluating(const ModelState& m);

/// Lives while an inscription or hook runs.
class Evaluating {
 public:
  explicit Evaluating(ModelState* m) : m_(m) { ++m_->evaluating; }
  ~Evaluating() { --m_->evaluating; }
  Evaluating(const Evaluating&) = delete;
  Evaluating& operator=(const Evaluating&) = delete;

 private:
  ModelState* m_;
};

}  // namespace cpn::lua
