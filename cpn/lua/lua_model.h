// A model written in the model language (docs/model_language.md), loaded: the Lua files have run,
// the hierarchy is flattened, and an engine is ready to run the net.
//
// Invariants:
//  1. Loading the same files with the same parameters gives the same model, net and names.
//  2. Model code never reaches outside: no files but the model's own, no clock, no randomness;
//     memory and instructions are limited. Whatever it does ends in a value or in a ModelError.
//  3. Two LuaModels share nothing.
// Thread safety: one LuaModel per worker; distinct ones may be used from different threads.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/engine/engine.h"
#include "cpn/lua/language/load_options.h"
#include "cpn/lua/run/chart.h"
#include "cpn/lua/run/conditions.h"
#include "cpn/lua/run/test_specification.h"
#include "cpn/net/model.h"
#include "cpn/net/net.h"
#include "cpn/symmetry/symmetry.h"

struct lua_State;

namespace cpn::lua {

class LuaModel {
 public:
  /// Loads `path`, a .lua file or a folder with an init.lua, and flattens it.
  /// Throws ModelError when anything about the model, its parameters or the path is wrong.
  static std::unique_ptr<LuaModel> Load(const std::filesystem::path& path,
                                        const LoadOptions& options = {});
  /// Loads the text of a model that stands in no file, such as a translated one; `path` is where it
  /// would stand, for messages, its name and what it requires. Throws as Load() does.
  static std::unique_ptr<LuaModel> LoadText(std::string text, const std::filesystem::path& path,
                                            const LoadOptions& options = {});
  ~LuaModel();
  LuaModel(const LuaModel&) = delete;
  LuaModel& operator=(const LuaModel&) = delete;

  /// The file's name without .lua, or the folder's name.
  const std::string& name() const;
  /// In the order of their declaration.
  const std::vector<Parameter>& parameters() const;
  /// The files that make up the model, in the order of loading, as errors name them.
  std::vector<std::string> files() const;

  const Model& model() const;
  const Net& net() const;
  Engine& engine();
  Evaluator& evaluator();
  /// What the model declares symmetric, checked as far as that goes without running it. From the
  /// first call on, functions are checked as they are evaluated, and whoever evaluates one may
  /// meet a ModelError that says so. Null when nothing is declared. Throws ModelError.
  const symmetry::Symmetry* UseSymmetry();
  ColourSets& colour_sets();
  ValueStore& values();
  MultiSetStore& multisets();

  /// Test case specifications in the order of their declaration; they live as long as the model.
  const std::vector<std::unique_ptr<TestSpecification>>& specifications() const;
  /// The one of that name. Throws ModelError with the nearest known name when there is none.
  TestSpecification& Specification(std::string_view name) const;
  const std::vector<ctl::Property>& properties() const;
  /// Runs the functions in the properties' formulas.
  ctl::StateFunctions& state_functions();
  /// A function of a marking beside those of the properties: `expression`, in which M is the
  /// marking as in NF(function(M) ... end). Messages call its text `shown`. Throws ModelError.
  ctl::StateFunctionId AddStateFunction(const std::string& expression, const std::string& shown);
  /// What the model's guards are made of.
  Conditions& conditions();
  /// How runs are drawn; null when the model does not say.
  const Chart* chart() const;

 private:
  struct Parts;
  explicit LuaModel(std::unique_ptr<Parts> parts);
  static std::unique_ptr<LuaModel> Load(const std::filesystem::path& entry,
                                        const LoadOptions& options,
                                        const std::function<void(lua_State*)>& run);
  std::unique_ptr<Parts> parts_;
};

}  // namespace cpn::lua
