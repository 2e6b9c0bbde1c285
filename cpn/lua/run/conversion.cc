#include "cpn/lua/run/conversion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "cpn/lua/interpreter/describe.h"
#include "cpn/lua/interpreter/first_error.h"
#include "cpn/lua/interpreter/handle.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/text/suggest.h"
#include "cpn/values/colour_sets.h"

namespace cpn::lua {
namespace {

constexpr int kDeepestPlainData = 64;
constexpr std::size_t kPlainDataWork = 8;  // of a table, beside its elements

void PushText(lua_State* L, std::string_view text) { lua_pushlstring(L, text.data(), text.size()); }

/// Does the table at `index` have exactly the keys 1..size?
bool IsSequence(lua_State* L, int index, lua_Unsigned size) {
  lua_Unsigned count = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1) || ++count > size) {
      lua_pop(L, 1);
      return false;
    }
  }
  return count == size;
}

/// A number that is no integer is the usual slip: / where // is meant.
std::string FloatHint(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TNUMBER || lua_isinteger(L, index)) return "";
  return " (a float; integers divide with //)";
}

}  // namespace

std::string DescribeColours(const std::vector<ColourSet>& sets, ColourSetId type) {
  const ColourSet& set = sets[type];
  const auto name = [&sets](ColourSetId id) { return sets[id].name; };
  switch (set.kind) {
    case ColourSetKind::kUnit:
      return set.name + " has unit";
    case ColourSetKind::kBool:
      return set.name + " has true, false";
    case ColourSetKind::kInt:
      return set.name + " has the integers";
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      return fmt::format("{} has {}..{}", set.name, set.low, set.high);
    case ColourSetKind::kString:
      return set.name + " has strings";
    case ColourSetKind::kEnum:
      return fmt::format("{} has {}", set.name, Listing(set.names));
    case ColourSetKind::kProduct: {
      std::vector<std::string> parts;
      for (ColourSetId part : set.parts) parts.push_back(name(part));
      return fmt::format("{} has {{{}}}", set.name, Listing(parts));
    }
    case ColourSetKind::kRecord:
      return fmt::format("{} has the fields {}", set.name, Listing(FieldNames(set)));
    case ColourSetKind::kList:
      return fmt::format("{} has lists of {}", set.name, name(set.parts[0]));
    case ColourSetKind::kUnion:
      return fmt::format("{} has {}", set.name, Listing(FieldNames(set)));
    case ColourSetKind::kSubset:
      return fmt::format("{} has those of {} that its predicate accepts", set.name,
                         name(set.parts[0]));
    case ColourSetKind::kAlias:
      return DescribeColours(sets, set.parts[0]);
  }
  return set.name;
}

std::string MismatchText(const std::vector<ColourSet>& sets, const std::string& whole,
                         ColourSetId type, const Mismatch& mismatch) {
  const std::string& name = sets[type].name;
  if (mismatch.path.empty()) {
    return fmt::format("{} is not a colour of {}: {}", whole, name, mismatch.what);
  }
  return fmt::format("{} is not a colour of {}: {} is {}, {}", whole, name,
                     fmt::join(mismatch.path, ", "), mismatch.offender, mismatch.what);
}

// ----------------------------------------------------------------------------------- into Lua

void Converter::Push(lua_State* L, Value v) {
  const ValueStore& values = *values_;
  const auto push_elements = [&](TableKind kind) {
    const std::span<const Value> elements = values.Elements(v);
    luaL_checkstack(L, 4, "value nested too deeply");
    StateOf(L).Charge(L, elements.size());
    lua_createtable(L, static_cast<int>(elements.size()), 0);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      Push(L, elements[i]);
      lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    MarkTable(L, kind);
  };
  switch (values.Kind(v)) {
    case ValueKind::kUnit:
      return PushConstant(L, HandleKind::kUnit);
    case ValueKind::kBool:
      return lua_pushboolean(L, values.AsBool(v));
    case ValueKind::kInt:
      return lua_pushinteger(L, values.AsInt(v));
    case ValueKind::kEnum:
    case ValueKind::kString:
      return PushText(L, values.AsText(v));
    case ValueKind::kTuple:
      return push_elements(TableKind::kTuple);
    case ValueKind::kList:
      return push_elements(TableKind::kList);
    case ValueKind::kRecord: {
      const std::span<const Value> elements = values.Elements(v);
      luaL_checkstack(L, 4, "value nested too deeply");
      lua_createtable(L, 0, static_cast<int>(elements.size()));
      for (std::size_t i = 0; i < elements.size(); ++i) {
        PushText(L, values.FieldName(v, i));
        Push(L, elements[i]);
        lua_rawset(L, -3);
      }
      return MarkTable(L, TableKind::kRecord);
    }
    case ValueKind::kUnion:
      luaL_checkstack(L, 4, "value nested too deeply");
      lua_createtable(L, 0, 2);
      lua_pushliteral(L, "tag");
      PushText(L, values.Constructor(v));
      lua_rawset(L, -3);
      lua_pushliteral(L, "value");
      Push(L, values.Elements(v)[0]);
      lua_rawset(L, -3);
      return MarkTable(L, TableKind::kUnion);
  }
}

// --------------------------------------------------------------------------------- out of Lua

std::optional<Value> Converter::TryColour(lua_State* L, int index, ColourSetId type,
                                          Mismatch* why) {
  Value v;
  const int top = lua_gettop(L);
  if (Convert(L, lua_absindex(L, index), type, why, &v)) return v;
  lua_settop(L, top);
  std::reverse(why->path.begin(), why->path.end());
  return std::nullopt;
}

Value Converter::ToColour(lua_State* L, int index, ColourSetId type) {
  Mismatch why;
  const std::optional<Value> v = TryColour(L, index, type, &why);
  if (!v) throw ModelError({}, MismatchText(*sets_, Describe(L, index), type, why));
  return *v;
}

bool Converter::Wrong(lua_State* L, int index, const ColourSet& set, Mismatch* why) const {
  const auto id = static_cast<ColourSetId>(&set - sets_->data());
  why->what = DescribeColours(*sets_, id) + FloatHint(L, index);
  why->offender = Describe(L, index);
  return false;
}

bool Converter::Convert(lua_State* L, int index, ColourSetId type, Mismatch* why, Value* out) {
  const ColourSet& set = (*sets_)[type];
  switch (set.kind) {
    case ColourSetKind::kUnit:
      if (!HandleAt(L, index, HandleKind::kUnit)) return Wrong(L, index, set, why);
      *out = values_->Unit();
      return true;
    case ColourSetKind::kBool:
      if (!lua_isboolean(L, index)) return Wrong(L, index, set, why);
      *out = values_->Bool(lua_toboolean(L, index) != 0);
      return true;
    case ColourSetKind::kInt:
    case ColourSetKind::kRange:
    case ColourSetKind::kIndex:
      return ConvertInteger(L, index, set, why, out);
    case ColourSetKind::kString:
    case ColourSetKind::kEnum:
      return ConvertText(L, index, set, why, out);
    case ColourSetKind::kProduct:
      return ConvertProduct(L, index, set, why, out);
    case ColourSetKind::kList:
      return ConvertList(L, index, set, why, out);
    case ColourSetKind::kRecord:
      return ConvertRecord(L, index, set, why, out);
    case ColourSetKind::kUnion:
      return ConvertUnion(L, index, set, why, out);
    case ColourSetKind::kSubset:
      return ConvertSubset(L, index, type, why, out);
    case ColourSetKind::kAlias:
      return Convert(L, index, set.parts[0], why, out);
  }
  return false;
}

bool Converter::ConvertInteger(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                               Value* out) {
  // Not lua_tointeger alone: it would take "3" and 3.0.
  if (lua_type(L, index) != LUA_TNUMBER || !lua_isinteger(L, index)) {
    return Wrong(L, index, set, why);
  }
  const lua_Integer i = lua_tointeger(L, index);
  if (set.kind != ColourSetKind::kInt && (i < set.low || i > set.high)) {
    return Wrong(L, index, set, why);
  }
  *out = values_->Int(i);
  return true;
}

bool Converter::ConvertText(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                            Value* out) {
  if (lua_type(L, index) != LUA_TSTRING) return Wrong(L, index, set, why);
  const std::string_view text = TextAt(L, index);
  StateOf(L).Charge(L, text.size() / 16);
  if (set.kind == ColourSetKind::kString) {
    *out = values_->String(text);
    return true;
  }
  if (!enum_names_.Has(static_cast<ColourSetId>(&set - sets_->data()), set, text)) {
    return Wrong(L, index, set, why);
  }
  *out = values_->Enum(text);
  return true;
}

bool Converter::ConvertElements(lua_State* L, int index, std::span<const ColourSetId> types,
                                const char* what, Mismatch* why, std::span<Value> elements) {
  luaL_checkstack(L, 4, "value nested too deeply");
  StateOf(L).Charge(L, elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    lua_rawgeti(L, index, static_cast<lua_Integer>(i) + 1);
    if (!Convert(L, lua_gettop(L), types.size() == 1 ? types[0] : types[i], why, &elements[i])) {
      why->path.push_back(fmt::format("{} {}", what, i + 1));
      return false;
    }
    lua_pop(L, 1);
  }
  return true;
}

bool Converter::ConvertProduct(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                               Value* out) {
  const std::size_t size = set.parts.size();
  if (lua_type(L, index) != LUA_TTABLE || lua_rawlen(L, index) != size ||
      !IsSequence(L, index, size)) {
    return Wrong(L, index, set, why);
  }
  std::array<Value, 8> few;
  std::vector<Value> many(size > few.size() ? size : 0);
  const std::span<Value> elements = many.empty() ? std::span(few).first(size) : std::span(many);
  if (!ConvertElements(L, index, set.parts, "component", why, elements)) return false;
  *out = values_->Tuple(elements);
  return true;
}

bool Converter::ConvertList(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                            Value* out) {
  if (lua_type(L, index) != LUA_TTABLE) return Wrong(L, index, set, why);
  const lua_Unsigned size = lua_rawlen(L, index);
  StateOf(L).Charge(L, size);  // a table may stand in itself, and many times in others
  if (!IsSequence(L, index, size)) return Wrong(L, index, set, why);
  std::vector<Value> elements(size);
  if (!ConvertElements(L, index, set.parts, "element", why, elements)) return false;
  *out = values_->List(elements);
  return true;
}

bool Converter::ConvertRecord(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                              Value* out) {
  if (lua_type(L, index) != LUA_TTABLE) return Wrong(L, index, set, why);
  luaL_checkstack(L, 6, "value nested too deeply");
  std::vector<std::pair<std::string, Value>> fields;
  fields.reserve(set.fields.size());
  // Lua's order of fields differs from run to run: of several that are wrong the first is named.
  auto wrong = set.fields.end();
  Mismatch of_field;
  StateOf(L).Charge(L, set.fields.size());
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING) return Wrong(L, index, set, why);
    const std::string_view name = TextAt(L, -2);
    const auto field = std::find_if(set.fields.begin(), set.fields.end(),
                                    [&](const ColourSetField& f) { return f.name == name; });
    if (field == set.fields.end()) return Wrong(L, index, set, why);
    fields.emplace_back(field->name, Value{});
    const int value = lua_gettop(L);
    if (!Convert(L, value, *field->type, &of_field, &fields.back().second)) {
      if (field < wrong) *why = std::move(of_field);
      wrong = std::min(wrong, field);
      of_field = {};
    }
    lua_settop(L, value - 1);
  }
  if (fields.size() != set.fields.size()) return Wrong(L, index, set, why);
  if (wrong != set.fields.end()) {
    why->path.push_back("field " + wrong->name);
    return false;
  }
  *out = values_->Record(fields);
  return true;
}

bool Converter::ConvertUnion(lua_State* L, int index, const ColourSet& set, Mismatch* why,
                             Value* out) {
  if (lua_type(L, index) != LUA_TTABLE) return Wrong(L, index, set, why);
  luaL_checkstack(L, 4, "value nested too deeply");
  lua_pushliteral(L, "tag");
  lua_rawget(L, index);
  lua_pushliteral(L, "value");
  lua_rawget(L, index);
  const std::string_view tag = lua_type(L, -2) == LUA_TSTRING ? TextAt(L, -2) : "";
  const auto field = std::find_if(set.fields.begin(), set.fields.end(),
                                  [&](const ColourSetField& f) { return f.name == tag; });
  if (field == set.fields.end()) return Wrong(L, index, set, why);
  Value payload = values_->Unit();
  if (field->type) {
    if (!Convert(L, lua_gettop(L), *field->type, why, &payload)) {
      why->path.push_back("the argument of " + field->name);
      return false;
    }
  } else if (!lua_isnil(L, -1) && !HandleAt(L, -1, HandleKind::kUnit)) {
    return Wrong(L, index, set, why);
  }
  lua_pop(L, 2);
  *out = values_->Union(field->name, payload);
  return true;
}

bool Converter::ConvertSubset(lua_State* L, int index, ColourSetId type, Mismatch* why,
                              Value* out) {
  const ColourSet& set = (*sets_)[type];
  if (!Convert(L, index, set.parts[0], why, out)) return false;
  if (evaluator_->Test(*set.predicate, {out, 1})) return true;
  return Wrong(L, index, set, why);
}

Value Converter::ToPlainData(lua_State* L, int index) {
  return PlainData(L, lua_absindex(L, index), 0);
}

Value Converter::PlainData(lua_State* L, int index, int depth) {
  const auto refuse = [&](std::string_view hint) -> ModelError {
    return ModelError({}, fmt::format("{} is not plain data: integers, strings, booleans, unit, "
                                      "lists and tables by field name{}",
                                      Describe(L, index), hint));
  };
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      return values_->Bool(lua_toboolean(L, index) != 0);
    case LUA_TNUMBER:
      if (!lua_isinteger(L, index)) throw refuse(FloatHint(L, index));
      return values_->Int(lua_tointeger(L, index));
    case LUA_TSTRING:
      return values_->String(TextAt(L, index));
    case LUA_TUSERDATA:
      if (HandleAt(L, index, HandleKind::kUnit)) return values_->Unit();
      throw refuse("");
    case LUA_TTABLE:
      break;
    default:
      throw refuse("");
  }
  StateOf(L).Charge(L, kPlainDataWork);
  if (depth > kDeepestPlainData) throw refuse("; it is nested too deeply, or contains itself");
  luaL_checkstack(L, 6, "nested too deeply");
  const lua_Unsigned size = lua_rawlen(L, index);
  std::vector<Value> elements;
  std::vector<std::pair<std::string, Value>> fields;
  FirstError error;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      fields.emplace_back(TextAt(L, -2), Value{});
      const int value = lua_gettop(L);
      error.Try(fields.back().first,
                [&] { fields.back().second = PlainData(L, value, depth + 1); });
      lua_settop(L, value);
    } else if (!lua_isinteger(L, -2)) {
      throw refuse("");
    } else {
      elements.emplace_back();  // counted here, converted in order below
      StateOf(L).Charge(L, 1);
    }
    lua_pop(L, 1);
  }
  if (!fields.empty()) {
    if (!elements.empty()) throw refuse("; this table mixes both");
    error.Throw();
    return values_->Record(fields);
  }
  if (elements.size() != size) throw refuse("; this list has holes");
  for (lua_Unsigned i = 0; i < size; ++i) {
    lua_rawgeti(L, index, static_cast<lua_Integer>(i) + 1);
    elements[i] = PlainData(L, lua_gettop(L), depth + 1);
    lua_pop(L, 1);
  }
  return values_->List(elements);
}

}  // namespace cpn::lua
