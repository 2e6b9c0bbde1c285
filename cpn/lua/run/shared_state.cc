#include "cpn/lua/run/shared_state.h"

#include <fmt/format.h>

#include <bit>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "cpn/values/error.h"
#include "cpn/values/hash.h"

namespace cpn::lua {
namespace {

/// Looks behind first calls end when so many entries were looked at.
constexpr std::size_t kMostForFirstCalls = 10'000'000;
constexpr std::size_t kShownName = 60;

std::uint64_t HashBytes(std::uint64_t seed, const void* bytes, std::size_t size) {
  return HashText(seed, {static_cast<const char*>(bytes), size});
}

/// Of the value itself: tables and functions by what they are, not by what is in them.
std::uint64_t HashValue(lua_State* L, int index) {
  const int type = lua_type(L, index);
  const auto seed = static_cast<std::uint64_t>(type) + 1;
  switch (type) {
    case LUA_TNIL:
      return seed;
    case LUA_TBOOLEAN:
      return CombineHash(seed, static_cast<std::uint64_t>(lua_toboolean(L, index)));
    case LUA_TNUMBER:
      return lua_isinteger(L, index)
                 ? CombineHash(seed, static_cast<std::uint64_t>(lua_tointeger(L, index)))
                 : CombineHash(seed + 100, std::bit_cast<std::uint64_t>(lua_tonumber(L, index)));
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(L, index, &size);
      return HashBytes(seed, text, size);
    }
    case LUA_TUSERDATA:  // the state of an iterator is one
      return HashBytes(seed, lua_touserdata(L, index), lua_rawlen(L, index));
    default:
      return CombineHash(seed, reinterpret_cast<std::uintptr_t>(lua_topointer(L, index)));
  }
}

/// Calls use(what holds the value) for each upvalue or entry of the object at `object`, its value
/// on the top of the stack and, of a table, its key below.
template <typename Use>
void ForEachEntry(lua_State* L, int object, Use&& use) {
  luaL_checkstack(L, 8, "nested too deeply");
  if (lua_type(L, object) == LUA_TTABLE) {
    lua_pushnil(L);
    while (lua_next(L, object)) {
      use(std::string_view());
      lua_pop(L, 1);
    }
    return;
  }
  for (int i = 1; const char* name = lua_getupvalue(L, object, i); ++i) {
    if (std::string_view(name) != "_ENV") use(std::string_view(name));
    lua_pop(L, 1);
  }
}

std::uint64_t Content(lua_State* L, int object, std::size_t* entries) {
  std::uint64_t sum = 0;  // of entries in any order
  const bool table = lua_type(L, object) == LUA_TTABLE;
  std::uint64_t position = 0;
  ForEachEntry(L, object, [&](std::string_view) {
    const std::uint64_t key = table ? HashValue(L, -2) : ++position;
    sum += CombineHash(MixHash(key), HashValue(L, -1));
    ++*entries;
  });
  return sum;
}

}  // namespace

/// Finds everything that can be reached.
class SharedState::Walk {
 public:
  Walk(lua_State* L, SharedState* state) : L_(L), state_(state) {
    lua_newtable(L_);
    objects_ = lua_gettop(L_);
  }

  /// The value on the top of the stack.
  void Reach(const std::string& name) {
    const int type = lua_type(L_, -1);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION) return;
    if (!known_.insert(lua_topointer(L_, -1)).second) return;
    state_->nodes_.push_back({name.substr(0, kShownName), 0});
    lua_pushvalue(L_, -1);
    lua_rawseti(L_, objects_, static_cast<lua_Integer>(state_->nodes_.size()));
  }

  void Run() {
    for (std::size_t i = 0; i < state_->nodes_.size(); ++i) {
      lua_rawgeti(L_, objects_, static_cast<lua_Integer>(i) + 1);
      const int object = lua_gettop(L_);
      const std::string around = state_->nodes_[i].name;
      ForEachEntry(L_, object,
                   [&](std::string_view upvalue) { Reach(NameOfEntry(around, upvalue)); });
      state_->nodes_[i].content = Content(L_, object, &state_->entries_);
      lua_pop(L_, 1);
    }
    state_->objects_ = luaL_ref(L_, LUA_REGISTRYINDEX);
  }

 private:
  std::string NameOfEntry(const std::string& around, std::string_view upvalue) {
    if (!upvalue.empty()) return std::string(upvalue);
    if (lua_type(L_, -2) == LUA_TSTRING) return fmt::format("{}.{}", around, lua_tostring(L_, -2));
    if (lua_isinteger(L_, -2)) return fmt::format("{}[{}]", around, lua_tointeger(L_, -2));
    return around + "[...]";
  }

  lua_State* L_;
  SharedState* state_;
  int objects_ = 0;
  std::unordered_set<const void*> known_;
};

void SharedState::Remember(lua_State* L, std::span<const LuaReference> functions,
                           std::span<const LuaReference> tables) {
  luaL_checkstack(L, 8, "nested too deeply");
  Walk walk(L, this);
  for (const LuaReference table : tables) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, table);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
      walk.Reach(lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "");
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  for (const LuaReference function : functions) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
    walk.Reach("a function");
    lua_pop(L, 1);
  }
  walk.Run();
}

bool SharedState::IsDue(LuaReference function) {
  ++calls_;
  const auto index = static_cast<std::size_t>(function);
  if (looked_at_ < kMostForFirstCalls) {
    if (index >= called_.size()) called_.resize(index + 1, false);
    if (!called_[index]) {
      called_[index] = true;
      return true;
    }
  }
  if (calls_ < next_look_) return false;
  next_look_ = 2 * calls_;
  return true;
}

void SharedState::LookAfter(lua_State* L, LuaReference function) {
  if (!nodes_.empty() && IsDue(function)) Look(L);
}

void SharedState::Look(lua_State* L) {
  luaL_checkstack(L, 8, "nested too deeply");
  lua_rawgeti(L, LUA_REGISTRYINDEX, objects_);
  const int objects = lua_gettop(L);
  looked_at_ += nodes_.size();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    lua_rawgeti(L, objects, static_cast<lua_Integer>(i) + 1);
    const bool table = lua_type(L, -1) == LUA_TTABLE;
    if (Content(L, lua_gettop(L), &looked_at_) != nodes_[i].content) {
      throw ModelError(
          {}, fmt::format("{} is no longer what it was when the model was loaded: functions of a "
                          "model are pure, they change nothing that outlives their call",
                          table ? "the table " + nodes_[i].name
                                : "what " + nodes_[i].name + " keeps in a local variable"));
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

}  // namespace cpn::lua
