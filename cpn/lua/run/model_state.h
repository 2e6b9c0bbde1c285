// What a loaded model is to the code that runs it: its declarations, its values, the functions of
// its inscriptions, and the interpreter that they run in. What only loading needs is in
// cpn/lua/language/loading.h.
//
// Invariants:
//  1. `bodies` is parallel to model.functions.
//  2. `net` is empty until the model is loaded.
// Thread safety: one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>
#include <vector>

#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/run/conversion.h"
#include "cpn/lua/run/function_body.h"
#include "cpn/lua/run/shared_state.h"
#include "cpn/lua/text/source.h"
#include "cpn/net/net.h"

namespace cpn::lua {

struct Loading;
class LuaStateFunctions;

struct ModelState {
  /// All pointers must outlive the state; they are used only once the first model code runs.
  ModelState(Evaluator* model_evaluator, LuaStateFunctions* functions, Loading* declarations,
             const ModelLimits& limits);
  ModelState(const ModelState&) = delete;
  ModelState& operator=(const ModelState&) = delete;

  Evaluator* const evaluator;
  LuaStateFunctions* const state_functions;
  Loading* const loading;

  Sources sources;
  ValueStore values;
  MultiSetStore multisets{&values};
  Model model;
  ColourSets colour_sets{&model.colour_sets, &values};
  Converter converter;
  std::vector<FunctionBody> bodies;
  Net net;
  SharedState shared;
  int evaluating = 0;  ///< calls of inscriptions and hooks that are running

  /// Last, so that it is closed first.
  LuaState lua;
};

/// The model that an interpreter belongs to.
inline ModelState& ModelOf(lua_State* L) { return *StateOf(L).model(); }
/// True while an inscription or hook runs, also during loading.
inline bool IsEvaluating(const ModelState& m) { return m.evaluating > 0; }

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
