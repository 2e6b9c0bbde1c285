// Hooks, and what is made of them: test case specifications and charts as a model declares them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "cpn/net/model.h"
#include "cpn/values/error.h"

namespace cpn::lua {

/// A value kept in the interpreter's registry.
using LuaReference = int;
/// What Lua calls LUA_NOREF, for headers without Lua.
inline constexpr LuaReference kNoReference = -2;

/// A function of the model that is no inscription; see hook.h.
struct Hook {
  LuaReference function = kNoReference;
  /// When it is about occurrences of one transition: for each parameter the index of the
  /// transition's variable; nothing for the instance path.
  std::vector<std::optional<std::uint32_t>> parameters;
  SourceLocation where;
};

/// By module and transition.
using TransitionHooks = std::map<std::pair<ModuleId, std::uint32_t>, Hook>;

/// By module and transition.
using TransitionNumbers = std::map<std::pair<ModuleId, std::uint32_t>, double>;

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
  std::optional<Hook> pairwise;
  CaseGoal goal;
  TransitionNumbers weight;    ///< each above 0
  std::optional<double> wait;  ///< in [0, 1)
  SourceLocation where;
};

struct ChartDeclaration {
  std::vector<std::string> participants;
  TransitionHooks messages;
  SourceLocation where;
};

}  // namespace cpn::lua
