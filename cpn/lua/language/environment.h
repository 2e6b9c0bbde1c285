// Names of a model: assigning a declaration to a name in a module's `_ENV` names it, and every name
// is looked up in the module, the modules around it, and the language.
//
// Invariants:
//  1. A name is declared once per module; names of the language cannot be declared. Instances of
//     modules (substitution transitions) are the exception: their names are their own.
//  2. A place or transition of a module is not visible in the modules inside it, except fusion
//     places.
//  3. After Freeze() nothing can be assigned, and functions see neither places nor variables: what
//     they read is in their parameters.
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "cpn/lua/language/loading.h"

namespace cpn::lua {

/// Makes the scope of module `module` (the next one) inside that of `parent`.
void OpenScope(lua_State* L, ModuleId module, std::optional<ModuleId> parent);
/// Pushes the `_ENV` of a module.
void PushEnvironment(lua_State* L, ModuleId module);

/// Pushes what `name` means in a module; false, and nothing pushed, when it means nothing there.
bool PushName(lua_State* L, ModuleId module, std::string_view name);
/// Throws ModelError for a name that PushName() does not know: unknown, invisible, or not allowed.
[[noreturn]] void FailUnknownName(lua_State* L, ModuleId module, std::string_view name,
                                  const SourceLocation& where);

/// Throws ModelError for a declaration without a name, then for the first name inside a function
/// that nothing declares.
void CheckNames(lua_State* L);
/// Ends the declarations (invariant 3).
void Freeze(lua_State* L);

}  // namespace cpn::lua
