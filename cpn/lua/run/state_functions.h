// Runs the functions of the model's properties, NF(function(M) return ... end).
//
// M is a handle that looks names up when they are read: M.Place is the place's marking, a fresh
// list of its tokens in canonical order; M.Instance is the marking as that module instance sees it,
// so that ports are there under their names in the module; M["Instance.Place"] is both in one, as
// is any full name of a place of the net.
//
// Invariants:
//  1. Which places a function read is known exactly: M shows nothing else.
//  2. M is of no use outside the call that it was made for: reading it there is an error.
// Thread safety: as its LuaModel.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/state_functions.h"
#include "cpn/lua/run/declarations.h"

namespace cpn::lua {

struct ModelState;

class LuaStateFunctions final : public ctl::StateFunctions {
 public:
  /// Both must outlive this; `functions` is indexed by ctl::StateFunctionId.
  LuaStateFunctions(ModelState* model, const std::vector<Hook>* functions)
      : m_(model), functions_(functions) {}

  bool Holds(ctl::StateFunctionId function, const ctl::MarkingView& marking,
             std::vector<PlaceId>& reads) override;
  SourceLocation Where(ctl::StateFunctionId function) const override;

  /// For the handle: pushes what the name at index 2 is in the marking of `instance`.
  int Index(lua_State* L, std::uint32_t instance);
  /// "the marking", "the marking of Ws".
  std::string Describe(std::uint32_t instance) const;

 private:
  struct Instance {
    ModuleId module;
    std::string path;
  };
  /// What a name is: a place, or a module instance.
  struct Meaning {
    bool is_place;
    std::uint32_t id;
  };
  class Call;

  Meaning Resolve(lua_State* L, std::uint32_t instance, const std::string& name);
  /// Of a name without dots. Throws ModelError when there is no such name.
  Meaning Find(lua_State* L, Meaning around, const std::string& name);
  std::uint32_t InstanceOf(ModuleId module, std::string path);
  void PushTokens(lua_State* L, PlaceId place);
  ModelError Blame(const ModelError& error, ctl::StateFunctionId function) const;

  ModelState* m_;
  const std::vector<Hook>* functions_;
  std::vector<Instance> instances_;  // 0 is the top module
  std::map<std::pair<std::uint32_t, std::string>, Meaning> meanings_;
  const ctl::MarkingView* marking_ = nullptr;  // during a call
  std::vector<PlaceId>* reads_ = nullptr;
};

}  // namespace cpn::lua
