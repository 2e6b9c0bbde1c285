#include "cpn/lua/run/observation.h"

#include <fmt/format.h>

#include <algorithm>

#include "cpn/lua/interpreter/first_error.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/run/model_state.h"

namespace cpn::lua {
namespace {

constexpr int kDeepestNode = 64;
constexpr std::size_t kNodeWork = 16;

std::string StringAt(lua_State* L, int index) {
  std::size_t size = 0;
  const char* text = lua_tolstring(L, index, &size);
  return {text, size};
}

/// Pushes table[field], raw.
int PushField(lua_State* L, int table, const char* field) {
  lua_pushstring(L, field);
  return lua_rawget(L, table);
}

[[noreturn]] void Refuse(lua_State* L, int index, std::string_view expected) {
  throw ModelError({}, fmt::format("{} expected, not {}", expected, Describe(L, index)));
}

template <typename Use>
void ForEach(lua_State* L, int list, Use&& use) {
  luaL_checkstack(L, 8, "nested too deeply");
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, list));
  for (lua_Integer i = 1; i <= size; ++i) {
    lua_rawgeti(L, list, i);
    use(lua_gettop(L));
    lua_pop(L, 1);
  }
}

bool IsXmlName(std::string_view name) {
  const auto is_start = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && is_start(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

void CheckXmlName(const std::string& name) {
  if (IsXmlName(name)) return;
  throw ModelError({}, fmt::format("\"{}\" is no name for an XML element or attribute", name));
}

/// The text of a string, number or boolean; XML has no control characters.
std::string XmlTextAt(lua_State* L, int index) {
  if (lua_isboolean(L, index)) return lua_toboolean(L, index) ? "true" : "false";
  if (lua_type(L, index) == LUA_TNUMBER) {
    lua_pushvalue(L, index);
    std::string text = StringAt(L, -1);
    lua_pop(L, 1);
    return text;
  }
  if (lua_type(L, index) != LUA_TSTRING) Refuse(L, index, "a string, number or boolean");
  std::string text = StringAt(L, index);
  StateOf(L).Charge(L, text.size() / 4);
  for (char c : text) {
    if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n' || c == '\r') continue;
    throw ModelError({}, fmt::format("XML has no control character {}", static_cast<int>(c)));
  }
  return text;
}

XmlNode XmlNodeAt(lua_State* L, int index, int depth) {
  constexpr std::string_view kExpected = "an XML node, xml.node(name, content),";
  if (lua_type(L, index) != LUA_TTABLE) Refuse(L, index, kExpected);
  if (depth > kDeepestNode) throw ModelError({}, "this XML node is nested too deeply");
  StateOf(L).Charge(L, kNodeWork);  // a table may stand many times in others
  luaL_checkstack(L, 8, "nested too deeply");
  XmlNode node;
  if (PushField(L, index, "name") != LUA_TSTRING) Refuse(L, index, kExpected);
  node.name = StringAt(L, -1);
  CheckXmlName(node.name);
  if (PushField(L, index, "text") != LUA_TNIL) node.text = XmlTextAt(L, lua_gettop(L));
  if (PushField(L, index, "children") != LUA_TNIL) {
    if (!lua_istable(L, -1)) Refuse(L, -1, "a list of XML nodes");
    ForEach(L, lua_gettop(L),
            [&](int child) { node.children.push_back(XmlNodeAt(L, child, depth + 1)); });
  }
  if (!node.text.empty() && !node.children.empty()) {
    throw ModelError({}, fmt::format("XML node {} has both a text and children", node.name));
  }
  PushField(L, index, "attributes");
  node.attributes = AttributesAt(L, lua_gettop(L));
  lua_pop(L, 4);
  return node;
}

/// Appends elements called `name` for `v`: one, or for a list one per element.
void AppendElements(const ValueStore& values, const std::string& name, Value v,
                    std::vector<XmlNode>& out);

XmlNode Element(const ValueStore& values, const std::string& name, Value v) {
  XmlNode node;
  node.name = name;
  switch (values.Kind(v)) {
    case ValueKind::kRecord: {
      const std::span<const Value> fields = values.Elements(v);
      for (std::size_t i = 0; i < fields.size(); ++i) {
        AppendElements(values, std::string(values.FieldName(v, i)), fields[i], node.children);
      }
      break;
    }
    case ValueKind::kList:
      for (Value element : values.Elements(v)) {
        node.children.push_back(Element(values, "item", element));
      }
      break;
    case ValueKind::kString:
      node.text = values.AsText(v);
      break;
    case ValueKind::kUnit:
      break;
    default:
      node.text = values.Format(v);
  }
  return node;
}

void AppendElements(const ValueStore& values, const std::string& name, Value v,
                    std::vector<XmlNode>& out) {
  if (values.Kind(v) != ValueKind::kList) {
    out.push_back(Element(values, name, v));
    return;
  }
  for (Value element : values.Elements(v)) out.push_back(Element(values, name, element));
}

void PushList(lua_State* L, const std::vector<Observation>& observations,
              std::optional<ObservationKind> kind) {
  lua_newtable(L);
  lua_Integer i = 0;
  for (const Observation& observation : observations) {
    if (kind && observation.kind != *kind) continue;
    PushObservation(L, observation);
    lua_rawseti(L, -2, ++i);
  }
}

/// Appends the observations of the list table[field].
void AppendList(lua_State* L, int table, const char* field, std::optional<ObservationKind> kind,
                TestCase& out) {
  if (PushField(L, table, field) != LUA_TTABLE) {
    throw ModelError(
        {}, fmt::format("normalise returns the case, with the list {}; that is {} here", field,
                        Describe(L, -1)));
  }
  ForEach(L, lua_gettop(L), [&](int element) {
    out.push_back(ObservationAt(L, element));
    if (kind && out.back().kind != *kind) {
      throw ModelError({},
                       fmt::format("the list {} of a case holds {}", field, Describe(L, element)));
    }
  });
  lua_pop(L, 1);
}

}  // namespace

void PushObservation(lua_State* L, const Observation& observation) {
  ModelState& m = ModelOf(L);
  luaL_checkstack(L, 8, "too deep");
  lua_newtable(L);
  lua_pushstring(L, observation.kind == ObservationKind::kStimulus ? "stimulus" : "response");
  lua_setfield(L, -2, "kind");
  lua_pushlstring(L, observation.name.data(), observation.name.size());
  lua_setfield(L, -2, "name");
  const std::span<const Value> fields = m.values.Elements(observation.fields);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view name = m.values.FieldName(observation.fields, i);
    lua_pushlstring(L, name.data(), name.size());
    m.converter.Push(L, fields[i]);
    lua_rawset(L, -3);
  }
  MarkTable(L, TableKind::kData);
}

Observation ObservationAt(lua_State* L, int index) {
  constexpr std::string_view kExpected =
      "an observation, stimulus(name, fields) or response(name, fields),";
  ModelState& m = ModelOf(L);
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TTABLE) Refuse(L, index, kExpected);
  luaL_checkstack(L, 8, "nested too deeply");
  const bool has_kind = PushField(L, index, "kind") == LUA_TSTRING;
  const bool has_name = PushField(L, index, "name") == LUA_TSTRING;
  const std::string kind = has_kind ? StringAt(L, -2) : "";
  if (!has_name || (kind != "stimulus" && kind != "response")) Refuse(L, index, kExpected);
  Observation observation;
  observation.kind = kind == "stimulus" ? ObservationKind::kStimulus : ObservationKind::kResponse;
  observation.name = StringAt(L, -1);
  lua_pop(L, 2);
  std::vector<std::pair<std::string, Value>> fields;
  FirstError error;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING) Refuse(L, index, kExpected);
    const std::string field = StringAt(L, -2);
    const int value = lua_gettop(L);
    if (field != "kind" && field != "name") {
      error.Try(field, [&] { fields.emplace_back(field, m.converter.ToPlainData(L, value)); });
    }
    lua_settop(L, value - 1);
  }
  error.Throw();
  observation.fields = m.values.Record(fields);
  return observation;
}

std::vector<Observation> ObservationsAt(lua_State* L, int index) {
  index = lua_absindex(L, index);
  std::vector<Observation> observations;
  if (lua_isnil(L, index)) return observations;
  const bool list = lua_istable(L, index) && PushField(L, index, "kind") == LUA_TNIL;
  if (!list) return {ObservationAt(L, index)};
  ForEach(L, index, [&](int element) { observations.push_back(ObservationAt(L, element)); });
  return observations;
}

void PushTestCase(lua_State* L, const TestCase& test_case, CaseOrder order) {
  luaL_checkstack(L, 8, "too deep");
  lua_newtable(L);
  if (order == CaseOrder::kSequence) {
    PushList(L, test_case, std::nullopt);
    lua_setfield(L, -2, "events");
    return;
  }
  PushList(L, test_case, ObservationKind::kStimulus);
  lua_setfield(L, -2, "stimuli");
  PushList(L, test_case, ObservationKind::kResponse);
  lua_setfield(L, -2, "responses");
}

TestCase TestCaseAt(lua_State* L, int index, CaseOrder order) {
  index = lua_absindex(L, index);
  if (!lua_istable(L, index)) Refuse(L, index, "the case (normalise returns it)");
  TestCase test_case;
  if (order == CaseOrder::kSequence) {
    AppendList(L, index, "events", std::nullopt, test_case);
  } else {
    AppendList(L, index, "stimuli", ObservationKind::kStimulus, test_case);
    AppendList(L, index, "responses", ObservationKind::kResponse, test_case);
  }
  return test_case;
}

void PushXmlNode(lua_State* L, const XmlNode& node) {
  luaL_checkstack(L, 8, "too deep");
  lua_newtable(L);
  lua_pushlstring(L, node.name.data(), node.name.size());
  lua_setfield(L, -2, "name");
  if (!node.text.empty()) {
    lua_pushlstring(L, node.text.data(), node.text.size());
    lua_setfield(L, -2, "text");
  }
  if (!node.children.empty()) {
    lua_newtable(L);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      PushXmlNode(L, node.children[i]);
      lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_setfield(L, -2, "children");
  }
}

std::vector<XmlNode> XmlNodesAt(lua_State* L, int index) {
  index = lua_absindex(L, index);
  std::vector<XmlNode> nodes;
  if (lua_isnil(L, index)) return nodes;
  const bool list = lua_istable(L, index) && PushField(L, index, "name") == LUA_TNIL;
  if (!list) return {XmlNodeAt(L, index, 0)};
  ForEach(L, index, [&](int element) { nodes.push_back(XmlNodeAt(L, element, 0)); });
  return nodes;
}

std::vector<std::pair<std::string, std::string>> AttributesAt(lua_State* L, int index) {
  std::vector<std::pair<std::string, std::string>> attributes;
  if (lua_isnil(L, index)) return attributes;
  constexpr std::string_view kExpected = "a list of attributes, {{name, value}, ...},";
  if (!lua_istable(L, index)) Refuse(L, index, kExpected);
  index = lua_absindex(L, index);
  ForEach(L, index, [&](int pair) {
    if (!lua_istable(L, pair) || lua_rawlen(L, pair) != 2) Refuse(L, index, kExpected);
    if (lua_rawgeti(L, pair, 1) != LUA_TSTRING) Refuse(L, index, kExpected);
    std::string name = StringAt(L, -1);
    CheckXmlName(name);
    for (const auto& [other, value] : attributes) {
      if (other == name) throw ModelError({}, fmt::format("two attributes are called {}", name));
    }
    lua_rawgeti(L, pair, 2);
    attributes.emplace_back(std::move(name), XmlTextAt(L, lua_gettop(L)));
    lua_pop(L, 2);
  });
  if (attributes.empty() && lua_rawlen(L, index) == 0) {
    lua_pushnil(L);
    if (lua_next(L, index)) Refuse(L, index, kExpected);  // { name = value } has no order
  }
  return attributes;
}

std::vector<std::pair<std::string, std::string>> OptionsAt(lua_State* L, int index) {
  std::vector<std::pair<std::string, std::string>> options;
  if (lua_isnil(L, index)) return options;
  constexpr std::string_view kExpected = "a table of options, {name = value, ...},";
  if (!lua_istable(L, index)) Refuse(L, index, kExpected);
  index = lua_absindex(L, index);
  luaL_checkstack(L, 8, "nested too deeply");
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING) Refuse(L, index, kExpected);
    options.emplace_back(StringAt(L, -2), XmlTextAt(L, lua_gettop(L)));
    lua_pop(L, 1);
  }
  std::sort(options.begin(), options.end());
  return options;
}

XmlNode DefaultElement(const ValueStore& values, const Observation& observation) {
  return Element(values, observation.name, observation.fields);
}

}  // namespace cpn::lua
