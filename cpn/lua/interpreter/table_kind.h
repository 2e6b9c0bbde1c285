// What a table that the engine made stands for; its metatable says so.
//
// Thread safety: as the interpreter.
#pragma once

#include <cstdint>
#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cpn::lua {

enum class TableKind : std::uint8_t {
  kTuple,
  kList,
  kRecord,  ///< reading a field that it does not have is an error
  kUnion,
  kData,  ///< fields that may be absent: an observation, a binding
};
inline constexpr TableKind kTableKinds[] = {TableKind::kTuple, TableKind::kList, TableKind::kRecord,
                                            TableKind::kUnion, TableKind::kData};

/// Makes the table on the top of the stack the metatable of that kind, and pops it.
void SetMetatable(lua_State* L, TableKind kind);
/// Makes the table on the top of the stack a colour of that kind.
void MarkTable(lua_State* L, TableKind kind);
/// Nothing for a table that the model made.
std::optional<TableKind> KindOfTable(lua_State* L, int table);

/// The keys of the table at that absolute index that are texts, in alphabetical order.
std::vector<std::string> SortedTextKeys(lua_State* L, int table);

}  // namespace cpn::lua
