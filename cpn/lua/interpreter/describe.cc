#include "cpn/lua/interpreter/describe.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/table_kind.h"

namespace cpn::lua {
namespace {

constexpr std::size_t kLongestText = 400;

/// Writes a value; cuts when it gets too long.
class Describer {
 public:
  explicit Describer(lua_State* L) : L_(L) {}

  std::string Run(int index) {
    Value(index, true, 0);
    if (text_.size() > kLongestText) text_ = text_.substr(0, kLongestText) + "...";
    return std::move(text_);
  }

 private:
  void Value(int index, bool quoted, int depth) {
    switch (lua_type(L_, index)) {
      case LUA_TNONE:
      case LUA_TNIL:
        text_ += "nil";
        break;
      case LUA_TBOOLEAN:
        text_ += lua_toboolean(L_, index) ? "true" : "false";
        break;
      case LUA_TNUMBER:
        lua_pushvalue(L_, index);
        text_ += TextAt(L_, -1);
        lua_pop(L_, 1);
        break;
      case LUA_TSTRING:
        text_ += quoted ? fmt::format("\"{}\"", TextAt(L_, index)) : std::string(TextAt(L_, index));
        break;
      case LUA_TTABLE:
        Table(lua_absindex(L_, index), depth);
        break;
      case LUA_TUSERDATA:
        text_ += DescribeHandle(L_, *HandleAt(L_, index), depth > 0);
        break;
      default:
        text_ += "a function";
    }
  }

  void Table(int table, int depth) {
    if (depth > 8 || text_.size() > kLongestText) {
      text_ += "...";
      return;
    }
    luaL_checkstack(L_, 8, "nested too deeply");
    const std::optional<TableKind> kind = KindOfTable(L_, table);
    if (!kind) return Entries(table, "{", "}", true, depth);
    switch (*kind) {
      case TableKind::kTuple:
        Entries(table, "(", ")", false, depth);
        break;
      case TableKind::kList:
        Entries(table, "[", "]", false, depth);
        break;
      case TableKind::kRecord:
      case TableKind::kData:
        Entries(table, "{", "}", false, depth);
        break;
      case TableKind::kUnion:
        Union(table, depth);
        break;
    }
  }

  void Entries(int table, std::string_view open, std::string_view close, bool quoted, int depth) {
    text_ += open;
    bool first = true;
    const auto size = static_cast<lua_Integer>(lua_rawlen(L_, table));
    for (lua_Integer i = 1; i <= size && text_.size() <= kLongestText; ++i) {
      if (!std::exchange(first, false)) text_ += ", ";
      lua_rawgeti(L_, table, i);
      Value(-1, quoted, depth + 1);
      lua_pop(L_, 1);
    }
    if (text_.size() > kLongestText) return;
    for (const std::string& key : SortedTextKeys(L_, table)) {
      if (text_.size() > kLongestText) return;
      if (!std::exchange(first, false)) text_ += ", ";
      text_ += key + " = ";
      lua_pushlstring(L_, key.data(), key.size());
      lua_rawget(L_, table);
      Value(-1, quoted, depth + 1);
      lua_pop(L_, 1);
    }
    text_ += close;
  }

  /// Prepare(1, 2), Nothing, Value(3).
  void Union(int table, int depth) {
    lua_pushliteral(L_, "tag");
    lua_rawget(L_, table);
    Value(-1, false, depth + 1);  // a model can put the table itself there
    lua_pushliteral(L_, "value");
    lua_rawget(L_, table);
    if (!HandleAt(L_, -1, HandleKind::kUnit) && !lua_isnil(L_, -1)) {
      const bool tuple =
          lua_istable(L_, -1) && KindOfTable(L_, lua_gettop(L_)) == TableKind::kTuple;
      if (!tuple) text_ += '(';
      Value(-1, false, depth + 1);
      if (!tuple) text_ += ')';
    }
    lua_pop(L_, 2);
  }

  lua_State* L_;
  std::string text_;
};

}  // namespace

std::string_view TextAt(lua_State* L, int index) {
  std::size_t size = 0;
  const char* text = lua_tolstring(L, index, &size);
  return {text, size};
}

std::string Describe(lua_State* L, int index) { return Describer(L).Run(lua_absindex(L, index)); }

}  // namespace cpn::lua
