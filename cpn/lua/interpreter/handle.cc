#include "cpn/lua/interpreter/handle.h"

namespace cpn::lua {
namespace {

/// Registry keys: the metatable of all handles, how they are described, and the constants.
const char kMetatable = 0;
const char kDescriberKey = 0;
const char kUnitKey = 0;
const char kAllKey = 0;
const char kWildcardKey = 0;

const void* KeyOf(HandleKind constant) {
  switch (constant) {
    case HandleKind::kAll:
      return &kAllKey;
    case HandleKind::kWildcard:
      return &kWildcardKey;
    default:
      return &kUnitKey;
  }
}

}  // namespace

void OpenHandles(lua_State* L, HandleDescriber describe) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kMetatable);
  *static_cast<HandleDescriber*>(lua_newuserdatauv(L, sizeof(HandleDescriber), 0)) = describe;
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kDescriberKey);
  for (HandleKind kind : {HandleKind::kUnit, HandleKind::kAll, HandleKind::kWildcard}) {
    PushHandle(L, {kind, 0, 0, 0});
    lua_rawsetp(L, LUA_REGISTRYINDEX, KeyOf(kind));
  }
}

void PushHandle(lua_State* L, const Handle& handle, int parts) {
  *static_cast<Handle*>(lua_newuserdatauv(L, sizeof(Handle), parts)) = handle;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kMetatable);
  lua_setmetatable(L, -2);
  lua_insert(L, -1 - parts);
  for (int i = parts; i >= 1; --i) lua_setiuservalue(L, -1 - i, i);
}

void PushConstant(lua_State* L, HandleKind kind) { lua_rawgetp(L, LUA_REGISTRYINDEX, KeyOf(kind)); }

std::string DescribeHandle(lua_State* L, const Handle& handle, bool brief) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kDescriberKey);
  const HandleDescriber describe = *static_cast<const HandleDescriber*>(lua_touserdata(L, -1));
  lua_pop(L, 1);
  return describe(L, handle, brief);
}

}  // namespace cpn::lua
