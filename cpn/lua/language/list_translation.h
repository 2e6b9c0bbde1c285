// Expressions over lists from Lua's text to ListExpression, which needs no interpreter.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "cpn/lua/run/list_expression.h"

namespace cpn::lua {

/// The translation of the expression `text` where a colour of `type` is needed, in the module that
/// is being loaded; `variables` are those that it reads, indices into Loading::variables, in the
/// order of its arguments. Nothing when it is not one that can be translated.
std::optional<ListExpression> TranslateListExpression(lua_State* L, std::string_view text,
                                                      std::span<const std::uint32_t> variables,
                                                      ColourSetId type);

}  // namespace cpn::lua
