// Inscriptions as drawings show them: (w, v), 2`unit ++ 1`x, if c then (w, v) else empty.
#include <fmt/format.h>

#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/table_reader.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/function.h"
#include "cpn/lua/language/inscription.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

constexpr int kDeepest = 200;
constexpr std::size_t kKeptBytesPerStep = 16;  // of a text that is kept

class Writer {
 public:
  explicit Writer(lua_State* L) : L_(L), m_(ModelOf(L)) {}

  std::string Text(int index, std::optional<ColourSetId> type) {
    if (depth_ == kDeepest) m_.lua.Fail(L_, "this inscription is nested too deeply");
    ++depth_;
    std::string text = Written(index, type);
    --depth_;
    // A part may stand many times in others, and is written each time.
    m_.lua.Charge(L_, 1 + text.size() / kKeptBytesPerStep);
    return text;
  }

 private:
  std::string Written(int index, std::optional<ColourSetId> type) {
    luaL_checkstack(L_, 8, "nested too deeply");
    index = lua_absindex(L_, index);
    if (lua_type(L_, index) == LUA_TFUNCTION) return FunctionTextOf(L_, index);
    if (lua_type(L_, index) == LUA_TTABLE) return Table(index, type);
    // Bare, as CPN ML writes the names of an enumeration.
    if (lua_type(L_, index) == LUA_TSTRING) return lua_tostring(L_, index);
    const Handle* handle = HandleAt(L_, index);
    return handle ? HandleText(index, *handle, type) : Describe(L_, index);
  }

  std::optional<ColourSetId> Base(std::optional<ColourSetId> type) {
    return type ? std::optional(m_.colour_sets.Resolve(*type)) : std::nullopt;
  }

  std::string Part(int index, int user_value, std::optional<ColourSetId> type) {
    lua_getiuservalue(L_, index, user_value);
    std::string text = Text(-1, type);
    lua_pop(L_, 1);
    return text;
  }

  std::string HandleText(int index, const Handle& handle, std::optional<ColourSetId> type) {
    switch (handle.kind) {
      case HandleKind::kUnit:
        return "()";
      case HandleKind::kExpression:
        return OneLine(Part(index, 1, std::nullopt));
      case HandleKind::kEach:
        return Part(index, 1, std::nullopt);
      case HandleKind::kCopies:
        return fmt::format("{}`{}", handle.a, Part(index, 1, type));
      case HandleKind::kSum: {
        std::vector<std::string> parts;
        lua_getiuservalue(L_, index, 1);
        ForEachElement(L_, -1, "sum", [&](int e, lua_Integer) { parts.push_back(Text(e, type)); });
        lua_pop(L_, 1);
        return fmt::format("{}", fmt::join(parts, " ++ "));
      }
      case HandleKind::kWhen: {
        const std::string condition = OneLine(Part(index, 1, std::nullopt));
        const std::string then = Part(index, 2, type);
        lua_getiuservalue(L_, index, 3);
        const std::string otherwise = lua_isnil(L_, -1) ? "empty" : Text(-1, type);
        lua_pop(L_, 1);
        return fmt::format("if {} then {} else {}", condition, then, otherwise);
      }
      case HandleKind::kCons: {
        const auto base = Base(type);
        const bool list = base && !m_.model.colour_sets[*base].parts.empty();
        const auto element =
            list ? std::optional(m_.model.colour_sets[*base].parts[0]) : std::nullopt;
        return fmt::format("{} :: {}", Part(index, 1, element), Part(index, 2, type));
      }
      case HandleKind::kConstructed: {
        const ColourSetField field = m_.model.colour_sets[handle.a].fields[handle.b];
        const std::string argument = Part(index, 1, field.type);
        return argument.starts_with('(') ? field.name + argument
                                         : fmt::format("{}({})", field.name, argument);
      }
      default:
        return DescribeHandle(L_, handle, true);
    }
  }

  std::string Table(int index, std::optional<ColourSetId> type) {
    const auto base = Base(type);
    if (!base) return Describe(L_, index);
    const ColourSet& set = m_.model.colour_sets[*base];
    std::vector<std::string> parts;
    const auto part = [&](int element, lua_Integer i) {
      const auto position = static_cast<std::size_t>(i) - 1;
      const bool product = set.kind == ColourSetKind::kProduct && position < set.parts.size();
      parts.push_back(Text(element, product ? set.parts[position] : set.parts[0]));
    };
    switch (set.kind) {
      case ColourSetKind::kProduct:
        ForEachElement(L_, index, "product", part);
        return fmt::format("({})", fmt::join(parts, ", "));
      case ColourSetKind::kList:
        ForEachElement(L_, index, "list", part);
        return fmt::format("[{}]", fmt::join(parts, ", "));
      case ColourSetKind::kRecord:
        ForEachField(L_, index, "record", [&](const std::string& name, int element) {
          std::optional<ColourSetId> field_type;
          for (const ColourSetField& field : set.fields) {
            if (field.name == name) field_type = field.type;
          }
          parts.push_back(fmt::format("{} = {}", name, Text(element, field_type)));
        });
        return fmt::format("{{{}}}", fmt::join(parts, ", "));
      default:
        return Describe(L_, index);
    }
  }

  lua_State* L_;
  ModelState& m_;
  int depth_ = 0;
};

}  // namespace

std::string InscriptionText(lua_State* L, int index, ColourSetId type) {
  return Writer(L).Text(index, type);
}

}  // namespace cpn::lua
