// What the files of a model have declared so far: what only loading needs, the rest is ModelState.
// The functions of the language (library.h) fill it; LuaModel completes it.
//
// Invariants:
//  1. A module's index is also its scope's; 0 is the top module.
//  2. Patterns in `inscriptions` number variables by `variables`; a transition's own arcs number
//     them as cpn/net/model.h says.
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lua.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/lua/language/load_options.h"
#include "cpn/lua/run/declarations.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {

/// The names of one module: what its `_ENV` knows.
struct Scope {
  std::optional<ModuleId> parent;
  std::map<std::string, SourceLocation, std::less<>> names;  ///< where each was declared
  /// Instances have a name space of their own.
  std::map<std::string, SourceLocation, std::less<>> instances;
  /// By fusion set, the module's member that stands for it here.
  std::unordered_map<std::string, std::uint32_t> fusion_members;
  LuaReference values = kNoReference;       ///< table: name -> value
  LuaReference environment = kNoReference;  ///< the module's _ENV
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

/// A formula whose operands are other formulas, which several may share.
struct FormulaDeclaration {
  ctl::Formula formula;                 ///< without operands
  std::vector<std::uint32_t> operands;  ///< indices into Loading::formulas
  std::size_t operators = 1;            ///< of the whole tree
  std::size_t depth = 1;
};

struct Loading {
  Loading(const std::filesystem::path& path, LoadOptions load_options);
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  const LoadOptions options;
  const std::filesystem::path folder;  ///< `require` looks here
  bool running = true;                 ///< do the files still load?

  // Names.
  LuaReference library = kNoReference;  ///< table: the language's names
  std::set<std::string, std::less<>> library_names;
  std::set<std::string, std::less<>> declaring_names;  ///< those that only declarations may use
  std::vector<Scope> scopes;
  std::vector<ModuleId> current{0};  ///< the module whose body runs, innermost last
  std::vector<bool> colour_set_named;
  std::vector<bool> module_named;
  std::map<std::string, LuaReference> required;  ///< results of `require` by module name
  /// Where each of that name was declared.
  std::unordered_map<std::string, SourceLocation> parameter_names, test_names, property_names;

  // Declarations.
  std::vector<ColourSetExtent> colour_set_extents;  ///< by colour set
  std::vector<VariableDeclaration> variables;
  std::vector<Inscription> inscriptions;
  std::vector<ParameterDeclaration> parameter_declarations;
  std::map<std::uint32_t, Parameter> named_parameters;  ///< by declaration
  std::vector<Parameter> parameters;                    ///< in the order of their declaration
  std::vector<FormulaDeclaration> formulas;
  std::size_t property_operators = 0;
  std::vector<Hook> state_functions;  ///< indexed by ctl::StateFunctionId
  std::vector<ctl::Property> properties;
  std::vector<std::unique_ptr<TestDeclaration>> tests;
  std::unique_ptr<ChartDeclaration> chart;  ///< null when there is none
  std::vector<SourceLocation> locations;    ///< where handles were made
};

/// The declarations of the model that an interpreter belongs to.
inline Loading& LoadingOf(lua_State* L) { return *ModelOf(L).loading; }
/// The module that declarations now go to.
inline ModuleDeclaration& CurrentModule(ModelState& m) {
  return m.model.modules[m.loading->current.back()];
}
/// Remembers the running line for a handle.
std::uint32_t HereOf(lua_State* L);
/// Throws ModelError unless the model's files are still loading: inscriptions declare nothing.
void RequireLoading(lua_State* L, std::string_view what);

}  // namespace cpn::lua
