#include "cpn/lua/lua_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/environment.h"
#include "cpn/lua/language/initial_markings.h"
#include "cpn/lua/language/model_interpreter.h"
#include "cpn/lua/language/module_library.h"
#include "cpn/lua/language/parameter_library.h"
#include "cpn/lua/text/suggest.h"
#include "cpn/symmetry/checked_evaluator.h"

namespace cpn::lua {
namespace {

namespace fs = std::filesystem;

/// The file to load first. Throws ModelError when there is none.
fs::path EntryFile(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw ModelError({}, fmt::format("there is no model {}", path.string()));
  }
  if (!fs::is_directory(status)) {
    if (path.extension() == ".lua") return path;
    throw ModelError({}, fmt::format("{} is no model: a model is a .lua file, or a folder with an "
                                     "init.lua",
                                     path.string()));
  }
  const fs::path entry = path / "init.lua";
  if (fs::exists(entry, error)) {
    if (fs::canonical(entry, error).parent_path() == fs::canonical(path, error)) return entry;
    throw ModelError({}, fmt::format("{} leads out of the model's folder", entry.string()));
  }
  throw ModelError({}, fmt::format("the folder {} has no init.lua; a model is a .lua file, or a "
                                   "folder with an init.lua",
                                   path.string()));
}

/// m for m.lua, and for m.cpn.lua: a translation is called as its original.
std::string ModelName(const fs::path& entry) {
  if (entry.filename() != "init.lua") {
    const fs::path stem = entry.stem();
    const bool translated = stem.extension() == ".cpn" || stem.extension() == ".pnml";
    return (translated ? stem.stem() : stem).string();
  }
  std::error_code error;
  return fs::canonical(entry, error).parent_path().filename().string();
}

/// Where memory is limited, memos take less of it: there are three for a model.
EngineOptions EngineOptionsFor(const base::Budget* budget) {
  constexpr std::size_t kMemoShare = 32;
  EngineOptions options;
  options.budget = budget;
  if (budget != nullptr && budget->max_memory_bytes() != base::Budget::kNoLimit) {
    options.memo_bytes =
        std::min<std::size_t>(options.memo_bytes, budget->max_memory_bytes() / kMemoShare);
  }
  return options;
}

}  // namespace

struct LuaModel::Parts : ModelInterpreter {
  using ModelInterpreter::ModelInterpreter;

  std::optional<symmetry::CheckedEvaluator> checked;  ///< if something is declared symmetric
  std::optional<symmetry::Symmetry> symmetry;
  std::unique_ptr<Engine> engine;
  std::vector<std::unique_ptr<TestSpecification>> specifications;
  std::optional<Chart> chart;
  Conditions conditions{&model};
};

std::unique_ptr<LuaModel> LuaModel::Load(const fs::path& path, const LoadOptions& options) {
  const fs::path entry = EntryFile(path);
  return Load(entry, options, [&](lua_State* L) { RunFile(L, entry.string(), entry.string()); });
}

std::unique_ptr<LuaModel> LuaModel::LoadText(std::string text, const fs::path& path,
                                             const LoadOptions& options) {
  return Load(path, options, [&](lua_State* L) { RunText(L, std::move(text), path.string()); });
}

std::unique_ptr<LuaModel> LuaModel::Load(const fs::path& entry, const LoadOptions& options,
                                         const std::function<void(lua_State*)>& run) {
  auto parts = std::make_unique<Parts>(entry, options);
  ModelState& m = parts->model;
  m.model.name = ModelName(entry);
  m.lua.Obey(options.budget);
  m.lua.Protect([&](lua_State* L) {
    OpenLanguage(L);
    m.model.modules[m.model.top].name = m.model.name;
    run(L);
    for (const fs::path& extension : options.extensions) {
      RunFile(L, extension.string(), extension.string());
    }
    m.model.modules[m.model.top].where = {entry.string(), 1, 0};
    FinishParameters(L);
    CheckNames(L);
    FinishModules(L);
    SetInitialMarkings(L);
    Freeze(L);
    RememberSharedState(L);
  });
  m.net = Flatten(m.model, m.colour_sets, parts->evaluator);
  Evaluator* evaluator = &parts->evaluator;
  if (!m.model.symmetric.empty()) evaluator = &parts->checked.emplace(&parts->evaluator);
  parts->engine = std::make_unique<Engine>(&m.net, &m.colour_sets, &m.values, &m.multisets,
                                           evaluator, EngineOptionsFor(options.budget));
  for (const auto& test : parts->loading.tests) {
    parts->specifications.push_back(std::make_unique<TestSpecification>(&m, test.get()));
  }
  if (parts->loading.chart) parts->chart.emplace(&m, parts->loading.chart.get());
  return std::unique_ptr<LuaModel>(new LuaModel(std::move(parts)));
}

LuaModel::LuaModel(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
LuaModel::~LuaModel() = default;

const std::string& LuaModel::name() const { return parts_->model.model.name; }
const std::vector<Parameter>& LuaModel::parameters() const { return parts_->loading.parameters; }
std::vector<std::string> LuaModel::files() const {
  std::vector<std::string> names;
  for (const auto& file : parts_->model.sources.files()) names.push_back(file->name());
  return names;
}

const Model& LuaModel::model() const { return parts_->model.model; }
const Net& LuaModel::net() const { return parts_->model.net; }
Engine& LuaModel::engine() { return *parts_->engine; }
Evaluator& LuaModel::evaluator() { return parts_->evaluator; }
const symmetry::Symmetry* LuaModel::UseSymmetry() {
  Parts& parts = *parts_;
  if (!parts.checked) return nullptr;
  if (!parts.symmetry) {
    ModelState& m = parts.model;
    parts.symmetry.emplace(&m.net, &m.colour_sets, &m.values, &m.multisets, &parts.evaluator);
    parts.checked->Enable(&m.model, &parts.symmetry->group(), &parts.symmetry->action(),
                          &m.multisets, &m.values);
  }
  return &*parts.symmetry;
}
ColourSets& LuaModel::colour_sets() { return parts_->model.colour_sets; }
ValueStore& LuaModel::values() { return parts_->model.values; }
MultiSetStore& LuaModel::multisets() { return parts_->model.multisets; }

const std::vector<std::unique_ptr<TestSpecification>>& LuaModel::specifications() const {
  return parts_->specifications;
}

TestSpecification& LuaModel::Specification(std::string_view name) const {
  std::vector<std::string> known;
  for (const auto& specification : parts_->specifications) {
    if (specification->name() == name) return *specification;
    known.push_back(specification->name());
  }
  throw ModelError({parts_->model.sources.files().front()->name(), 0, 0},
                   fmt::format("the model has no test case specification {}{}", name,
                               Alternatives(name, known)));
}

const std::vector<ctl::Property>& LuaModel::properties() const {
  return parts_->loading.properties;
}
ctl::StateFunctions& LuaModel::state_functions() { return parts_->state_functions; }

ctl::StateFunctionId LuaModel::AddStateFunction(const std::string& expression,
                                                const std::string& shown) {
  parts_->model.lua.Protect([&](lua_State* L) {
    RunText(L, "return function(M) return " + expression + " end", shown);
    if (lua_type(L, -1) != LUA_TFUNCTION) {
      throw ModelError({shown, 1, 0}, "an expression is needed, such as #M.Place > 0");
    }
    Hook hook;
    hook.where = {shown, 1, 0};
    hook.function = luaL_ref(L, LUA_REGISTRYINDEX);
    parts_->loading.state_functions.push_back(std::move(hook));
  });
  return static_cast<ctl::StateFunctionId>(parts_->loading.state_functions.size() - 1);
}

Conditions& LuaModel::conditions() { return parts_->conditions; }

const Chart* LuaModel::chart() const { return parts_->chart ? &*parts_->chart : nullptr; }

}  // namespace cpn::lua
