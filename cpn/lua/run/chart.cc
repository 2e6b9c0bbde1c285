#include "cpn/lua/run/chart.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/hook.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {
namespace {

constexpr std::array<std::string_view, 7> kMarks = {"",        "send",  "loss",  "crash",
                                                    "restart", "pause", "resume"};
constexpr std::string_view kShape = "{ from = ..., to = ..., label = ... }";

/// Not Lua's own way to print, which shows addresses.
std::string ShownAt(lua_State* L, int index) {
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
  std::string text = ShownAt(L, -1);
  lua_pop(L, 1);
  return text;
}

/// What is special about it; most messages do not say.
ChartMark MarkAt(lua_State* L, TableReader& fields) {
  if (!fields.Push("mark")) return ChartMark::kNone;
  const std::string text = ShownAt(L, -1);
  const bool is_text = lua_type(L, -1) == LUA_TSTRING;
  lua_pop(L, 1);
  for (std::size_t i = 1; is_text && i < kMarks.size(); ++i) {
    if (kMarks[i] == text) return static_cast<ChartMark>(i);
  }
  throw ModelError({}, fmt::format("the mark of a message is \"send\", \"loss\", \"crash\", "
                                   "\"restart\", \"pause\" or \"resume\", not {}",
                                   is_text ? fmt::format("\"{}\"", text) : text));
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
  message.mark = MarkAt(L, fields);
  const bool is_message = message.mark == ChartMark::kSend || message.mark == ChartMark::kLoss;
  const bool is_event = message.mark != ChartMark::kNone && !is_message;
  if (is_event && message.from != message.to) {
    throw ModelError({},
                     fmt::format("mark = \"{}\" happens at one lifeline; this one leads from {} "
                                 "to {}",
                                 NameOf(message.mark), message.from, message.to));
  }
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

std::string_view NameOf(ChartMark mark) { return kMarks[static_cast<std::size_t>(mark)]; }

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
