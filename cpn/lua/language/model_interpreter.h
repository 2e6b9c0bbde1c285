// A model under construction, and then loaded, with everything that runs it, wired together.
#pragma once

#include <filesystem>
#include <lua.hpp>

#include "cpn/lua/language/loading.h"
#include "cpn/lua/run/evaluator.h"
#include "cpn/lua/run/model_state.h"
#include "cpn/lua/run/state_functions.h"

namespace cpn::lua {

struct ModelInterpreter {
  ModelInterpreter(const std::filesystem::path& path, const LoadOptions& options)
      : loading(path, options), model(&evaluator, &state_functions, &loading, options.limits) {}

  Loading loading;
  LuaEvaluator evaluator{&model};
  LuaStateFunctions state_functions{&model, &loading.state_functions};
  /// Last, so that its interpreter is closed first.
  ModelState model;
};

/// Gives the interpreter the language, and the top module its scope: once per interpreter.
void OpenLanguage(lua_State* L);
/// From here on it is an error when a function of the model changes what outlives its call: once,
/// when everything has loaded.
void RememberSharedState(lua_State* L);

}  // namespace cpn::lua
