#include "cpn/lua/run/chart.h"

#include <fmt/format.h>

#include <string_view>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/hook.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {
namespace {

constexpr std::string_view kShape = "{ from = ..., to = ..., label = ... }";

/// Not Lua's own way to print, which shows addresses.
std::string TextAt(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TSTRING) return Describe(L, index);
  std::size_t size = 0;
  const char* const text = lua_tolstring(L, index, &size);
  return {text, size};
}

/// A lifeline's name, or the label: a text, or for labels anything that prints.
std::string FieldAt(lua_State* L, TableReader& fields, const char* field, bool text_only) {
  if (!fields.Push(field)) {
    throw ModelError({}, fmt::format("a message is {}, and this one has no {}", kShape, field));
  }
  if (text_only && (lua_type(L, -1) != LUA_TSTRING || lua_rawlen(L, -1) == 0)) {
    throw ModelError({}, fmt::format("the {} of a message is a name in a string, not {}", field,
                                     Describe(L, -1)));
  }
  const bool prints = HandleAt(L, -1) == nullptr || HandleAt(L, -1, HandleKind::kUnit) != nullptr;
  if (!prints || lua_isfunction(L, -1)) {
    throw ModelError({}, fmt::format("the {} of a message is a text or a colour, not {}", field,
                                     Describe(L, -1)));
  }
  std::string text = TextAt(L, -1);
  lua_pop(L, 1);
  return text;
}

ChartMessage MessageAt(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) {
    throw ModelError({}, fmt::format("a message is {}, not {}", kShape, Describe(L, index)));
  }
  TableReader fields(L, index, "a message");
  ChartMessage message;
  message.from = FieldAt(L, fields, "from", true);
  message.to = FieldAt(L, fields, "to", true);
  message.label = FieldAt(L, fields, "label", false);
  fields.RefuseOthers();
  return message;
}

bool IsList(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  lua_pushnil(L);
  if (!lua_next(L, index)) return true;  // {}: none
  lua_pop(L, 2);
  return lua_rawlen(L, index) > 0;
}

/// Nothing (nil), one message, or a list of them.
std::vector<ChartMessage> MessagesAt(lua_State* L, int index) {
  std::vector<ChartMessage> messages;
  if (lua_isnil(L, index)) return messages;
  if (!IsList(L, index)) return {MessageAt(L, index)};
  ForEachElement(L, index, "a list of messages",
                 [&](int element, lua_Integer) { messages.push_back(MessageAt(L, element)); });
  return messages;
}

}  // namespace

Chart::Chart(ModelState* model, const ChartDeclaration* declaration)
    : model_(model), declaration_(declaration) {}

const std::vector<std::string>& Chart::participants() const { return declaration_->participants; }

std::vector<ChartMessage> Chart::MessagesOf(const BindingElement& element) const {
  std::vector<ChartMessage> messages;
  RunTransitionHook(*model_, declaration_->messages, element, "chart", "messages",
                    [&](lua_State* L, int index) { messages = MessagesAt(L, index); });
  return messages;
}

}  // namespace cpn::lua
