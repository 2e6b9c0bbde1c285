// The functions that a model can call: what is left of Lua's own library in the sandbox, list
// functions, and the model language.
//
// Invariants:
//  1. Nothing here reaches files, clocks, randomness, other code or addresses of objects, and
//     iteration over tables is in the order of their keys: the same model does the same everywhere.
//  2. Library tables cannot be changed.
//  3. A library function charges the work that it does, so that no call runs for ever.
#pragma once

#include <lua.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cpn::lua {

/// When a name of the language may be used.
enum class Use : unsigned char {
  kAlways,
  kDeclaring,  ///< only while the model loads, not inside inscriptions and hooks
};

struct LibraryFunction {
  const char* name;
  lua_CFunction function;
  Use use = Use::kAlways;
};

/// Puts the value on the top of the stack into the language under `name`, and pops it.
void AddToLibrary(lua_State* L, const char* name, Use use);
void AddToLibrary(lua_State* L, const LibraryFunction& function);

/// Puts the table on the top of the stack into the language under `name`, as one that cannot be
/// changed and whose missing fields are errors, and pops it.
void AddLibraryTable(lua_State* L, const char* name);

/// The parts of the language, each in its own file.
void OpenStandardLibrary(lua_State* L);     ///< ipairs, math, string, ...
void OpenListLibrary(lua_State* L);         ///< insert, cons, map, ...
void OpenExceptionLibrary(lua_State* L);    ///< raise, handle
void OpenColourSetLibrary(lua_State* L);    ///< var, range, enum, ...
void OpenParameterLibrary(lua_State* L);    ///< param
void OpenModuleLibrary(lua_State* L);       ///< module, place, substitution, require, ...
void OpenInscriptionLibrary(lua_State* L);  ///< expr, each, when, copies, sum, all, _
void OpenTransitionLibrary(lua_State* L);   ///< transition, P_HIGH, ...
void OpenTestLibrary(lua_State* L);         ///< test, stimulus, response, xml
void OpenPropertyLibrary(lua_State* L);     ///< property, NF, AF, POS, ...
void OpenChartLibrary(lua_State* L);        ///< chart

/// Why a name of plain Lua is missing in a model; empty when it is no such name.
std::string SandboxReason(std::string_view name);

}  // namespace cpn::lua
