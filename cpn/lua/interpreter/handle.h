// What Lua holds of a declaration: a small userdata that names a colour set, place, transition and
// so on by index. Opaque to the model; the only userdata that exist in a model's interpreter.
//
// Invariant: a handle's indices are valid for the model of its interpreter.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <string>

namespace cpn::lua {

enum class HandleKind : std::uint8_t {
  // Declarations.
  kColourSet,     ///< a = colour set
  kConstructor,   ///< a = colour set (union), b = its field
  kVariable,      ///< a = index into Loading::variables
  kPlace,         ///< a = module, b = place
  kModule,        ///< a = module
  kTransition,    ///< a = module, b = transition
  kSubstitution,  ///< a = module around it, b = substitution
  kParameter,     ///< a = index into Loading::parameter_declarations; before it has a name
  // Constants.
  kUnit,
  kAll,
  kWildcard,
  // Inscriptions under construction; their parts are the user values 1, 2, ...
  kInscription,  ///< a = index into Loading::inscriptions: what Place(...) yields
  kExpression,   ///< 1 = the text
  kEach,         ///< 1 = function, or expression handle
  kCopies,       ///< a = how many, 1 = inscription
  kSum,          ///< 1 = list of inscriptions
  kWhen,         ///< 1 = condition, 2 = inscription, 3 = otherwise or nil
  kCons,         ///< 1 = head, 2 = rest
  kConstructed,  ///< a = colour set, b = its field, 1 = argument
  // Properties.
  kFormula,  ///< a = index into Loading::formulas
  kMarking,  ///< a = module instance, as LuaStateFunctions counts them
};

struct Handle {
  HandleKind kind = HandleKind::kUnit;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t where = 0;  ///< index into Loading::locations: where it was made
};

/// Says what a handle is; see DescribeHandle().
using HandleDescriber = std::string (*)(lua_State* L, const Handle& handle, bool brief);

/// Makes the table on the top of the stack the metatable of all handles, pops it, and makes the
/// constants; once per interpreter. What handles can do is in cpn/lua/language/handle_methods.h.
void OpenHandles(lua_State* L, HandleDescriber describe);

/// The handle at `index`, or null when something else is there.
inline const Handle* HandleAt(lua_State* L, int index) {
  // All full userdata of a model's interpreter are handles.
  return lua_type(L, index) == LUA_TUSERDATA ? static_cast<const Handle*>(lua_touserdata(L, index))
                                             : nullptr;
}
/// The handle at `index` if it is of that kind, or null.
inline const Handle* HandleAt(lua_State* L, int index, HandleKind kind) {
  const Handle* handle = HandleAt(L, index);
  return handle && handle->kind == kind ? handle : nullptr;
}

/// Pushes a new handle with `parts` user values, taken from the top of the stack.
void PushHandle(lua_State* L, const Handle& handle, int parts = 0);
/// Pushes the one handle of a constant kind (kUnit, kAll, kWildcard).
void PushConstant(lua_State* L, HandleKind kind);

/// "the variable w", "the place Votes", "copies(...)"; `brief`, inside a table: only "w", "Votes".
std::string DescribeHandle(lua_State* L, const Handle& handle, bool brief = false);

}  // namespace cpn::lua
