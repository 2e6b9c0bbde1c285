// What is left of Lua's own library: computation. Changed where the original would differ between
// runs (order of tables, addresses, unstable sorting) or take for ever inside one call.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/nearest.h"
#include "cpn/lua/interpreter/lua_state.h"
#include "cpn/lua/interpreter/value_table.h"
#include "cpn/lua/language/library.h"
#include "cpn/lua/language/loading.h"

namespace cpn::lua {
namespace {

/// Characters of a pattern that repeat something multiply the time of a search by the length of the
/// subject; beyond this many steps Lua's matcher, which cannot be interrupted, is not entered.
constexpr double kMostMatchSteps = 1e8;
/// What a key of a table costs when keys are put in order, beside its bytes.
constexpr std::size_t kKeyWork = 4;
/// Bytes that are copied, compared or searched in the time of an instruction.
constexpr std::size_t kBytesPerStep = 16;
/// Values that one call may take or give. Lua copies them with every call, as one instruction.
constexpr lua_Integer kMostValues = 2000;

/// Goes on as the function that this one replaces.
int Original(lua_State* L) {
  const lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
  return original(L);
}

// ------------------------------------------------------------------------------ basic functions

int ToString(lua_State* L) {
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING) return 1;
  const std::string text = Describe(L, 1);
  lua_pushlstring(L, text.data(), text.size());
  return 1;
}

/// The keys of the table at `index` in their order: numbers, texts, booleans.
void PushSortedKeys(lua_State* L, int index) {
  std::vector<lua_Integer> integers;
  std::vector<std::string> texts;
  std::vector<lua_Number> floats;
  bool booleans[2] = {false, false};
  std::size_t count = 0;
  std::optional<std::string> wrong;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    ++count;
    StateOf(L).Charge(L, 1);
    std::size_t size = 0;
    if (lua_isinteger(L, -1)) {
      integers.push_back(lua_tointeger(L, -1));
    } else if (lua_type(L, -1) == LUA_TNUMBER) {
      floats.push_back(lua_tonumber(L, -1));
    } else if (lua_type(L, -1) == LUA_TSTRING) {
      const char* text = lua_tolstring(L, -1, &size);
      texts.emplace_back(text, size);
      StateOf(L).Charge(L, size / kBytesPerStep);
    } else if (lua_isboolean(L, -1)) {
      booleans[lua_toboolean(L, -1)] = true;
    } else {
      const std::string key = Describe(L, -1);
      wrong = wrong ? std::min(*wrong, key) : key;
    }
  }
  if (wrong) {
    StateOf(L).Fail(L, fmt::format("a table with the key {} has no order to go through it in; keys "
                                   "are numbers, strings or booleans",
                                   *wrong));
  }
  StateOf(L).Charge(L, count * kKeyWork);
  std::sort(integers.begin(), integers.end());
  std::sort(floats.begin(), floats.end());
  std::sort(texts.begin(), texts.end());
  lua_createtable(L, static_cast<int>(count), 0);
  lua_Integer i = 0;
  const auto add = [&] { lua_rawseti(L, -2, ++i); };
  for (lua_Integer key : integers) lua_pushinteger(L, key), add();
  for (lua_Number key : floats) lua_pushnumber(L, key), add();
  for (const std::string& key : texts) lua_pushlstring(L, key.data(), key.size()), add();
  for (int key : {0, 1}) {
    if (booleans[key]) lua_pushboolean(L, key), add();
  }
}

/// The iterator of pairs: upvalues are the keys and the position.
int NextPair(lua_State* L) {
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    lua_pushinteger(L, ++i);
    lua_replace(L, lua_upvalueindex(2));
    if (lua_rawgeti(L, lua_upvalueindex(1), i) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, 1);
    if (!lua_isnil(L, -1)) return 2;  // not removed since
    lua_pop(L, 2);
  }
}

int Pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  PushSortedKeys(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, Guarded<NextPair>, 2);
  lua_pushvalue(L, 1);
  return 2;
}

int Next(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  PushSortedKeys(L, 1);
  lua_Integer i = 1;
  if (!lua_isnil(L, 2)) {
    while (lua_rawgeti(L, 3, i) != LUA_TNIL && !lua_rawequal(L, -1, 2)) {
      lua_pop(L, 1);
      ++i;
    }
    if (lua_isnil(L, -1)) StateOf(L).Fail(L, fmt::format("next: no key {}", Describe(L, 2)));
    ++i;
  }
  if (lua_rawgeti(L, 3, i) == LUA_TNIL) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

// -------------------------------------------------------------------------------------- tables

/// Is list[a] < list[b], by the comparator at 2 if there is one?
bool Less(lua_State* L, int a, int b) {
  if (lua_isnil(L, 2)) return Compare(L, a, b) < 0;
  a = lua_absindex(L, a);
  b = lua_absindex(L, b);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return less;
}

/// Merges the sorted runs [low, middle) and [middle, high) of the list at 1, through the one at 3.
void Merge(lua_State* L, lua_Integer low, lua_Integer middle, lua_Integer high) {
  lua_Integer left = low;
  lua_Integer right = middle;
  for (lua_Integer to = low; to < high; ++to) {
    bool take_right = left >= middle;
    if (!take_right && right < high) {
      lua_rawgeti(L, 1, right);
      lua_rawgeti(L, 1, left);
      take_right = Less(L, -2, -1);  // equal ones keep their order
      lua_pop(L, 2);
    }
    lua_rawgeti(L, 1, take_right ? right++ : left++);
    lua_rawseti(L, 3, to);
  }
  for (lua_Integer i = low; i < high; ++i) {
    lua_rawgeti(L, 3, i);
    lua_rawseti(L, 1, i);
  }
}

/// table.sort, stable, and well-behaved for comparators that contradict themselves.
int Sort(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  lua_createtable(L, static_cast<int>(std::min<lua_Integer>(size, 1 << 20)), 0);
  for (lua_Integer width = 1; width < size; width *= 2) {
    StateOf(L).Charge(L, 2 * static_cast<std::size_t>(size));
    for (lua_Integer low = 1; low + width <= size; low += 2 * width) {
      Merge(L, low, low + width, std::min(low + 2 * width, size + 1));
    }
  }
  return 0;
}

// ------------------------------------------------------------------------------------- strings

/// string.rep; the original loops for ever over an empty string.
int Repeat(lua_State* L) {
  std::size_t size = 0;
  std::size_t separator = 0;
  luaL_checklstring(L, 1, &size);
  const lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator);
  if (count <= 0 || size + separator == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  const double work = static_cast<double>(size + separator) * static_cast<double>(count) / 8;
  StateOf(L).Charge(L, static_cast<std::size_t>(std::min(work, 1e15)));
  return Original(L);
}

/// string.format; %p would print an address, and %s those of tables and functions.
int Format(lua_State* L) {
  std::size_t size = 0;
  const char* format = luaL_checklstring(L, 1, &size);
  for (const char* p = format; p < format + size; ++p) {
    if (*p != '%') continue;
    if (*++p == '%') continue;
    p += std::strspn(p, "-+#0 123456789.");
    if (*p == 'p') luaL_error(L, "string.format: %%p is not available in models");
  }
  StateOf(L).Charge(L, size);
  for (int i = 2; i <= lua_gettop(L); ++i) {
    const int type = lua_type(L, i);
    if (type == LUA_TSTRING) StateOf(L).Charge(L, lua_rawlen(L, i) / kBytesPerStep);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION && type != LUA_TUSERDATA) continue;
    const std::string text = Describe(L, i);
    lua_pushlstring(L, text.data(), text.size());
    lua_replace(L, i);
  }
  return Original(L);
}

/// string.find(subject, text, init, true).
int FindPlain(lua_State* L, std::size_t subject, std::size_t size) {
  const double work = static_cast<double>(subject) * (1 + static_cast<double>(size) / 32);
  StateOf(L).Charge(L, static_cast<std::size_t>(std::min(work / kBytesPerStep, 1e15)) + 1);
  return Original(L);
}

/// find, match, gmatch and gsub, when their worst case is bearable.
int Match(lua_State* L) {
  std::size_t subject = 0;
  std::size_t size = 0;
  luaL_checklstring(L, 1, &subject);
  const char* pattern = luaL_checklstring(L, 2, &size);
  if (lua_toboolean(L, 4)) return FindPlain(L, subject, size);
  double steps = static_cast<double>(subject) + 1;
  for (std::size_t i = 0; i < size; ++i) {
    const bool escaped = pattern[i] == '%';
    if (escaped && i + 1 < size && std::strchr("bf", pattern[i + 1])) {
      steps *= static_cast<double>(subject) + 1;
    }
    if (escaped) {
      ++i;
    } else if (std::strchr("*+-", pattern[i])) {
      steps *= static_cast<double>(subject) + 1;
    } else if (pattern[i] == '?') {
      steps *= 2;
    }
  }
  // What repeats nothing, a set above all, is gone through for every character of the subject.
  const std::size_t parts = 1 + size / 64;
  steps *= static_cast<double>(parts);
  if (steps > kMostMatchSteps) {
    luaL_error(L,
               "this pattern could take too long on a string of %I characters; use fewer "
               "repetitions (* + - ?) or shorter strings",
               static_cast<LUAI_UACINT>(subject));
  }
  StateOf(L).Charge(L, static_cast<std::size_t>(steps / 64));
  return Original(L);
}

/// Charges what a library function may do with its arguments, then is that function.
int Charged(lua_State* L) {
  std::size_t work = 1;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    if (lua_type(L, i) == LUA_TSTRING || lua_type(L, i) == LUA_TTABLE) work += lua_rawlen(L, i) / 8;
  }
  StateOf(L).Charge(L, work);
  return Original(L);
}

/// table.insert and table.remove: at the end of the list they cost nothing.
template <int kArgumentsInside>
int Shift(lua_State* L) {
  return lua_gettop(L) == kArgumentsInside ? Charged(L) : Original(L);
}

/// table.move; the original may go through 2^63 empty elements.
int Move(lua_State* L) {
  const lua_Integer from = luaL_checkinteger(L, 2);
  const lua_Integer to = luaL_checkinteger(L, 3);
  if (to >= from) {
    StateOf(L).Charge(L, static_cast<std::size_t>(to) - static_cast<std::size_t>(from) + 1);
  }
  return Original(L);
}

/// Refuses a call that gives more values than the stack of a call should hold.
void CheckValues(lua_State* L, lua_Integer from, lua_Integer to) {
  if (to < from) return;
  const lua_Unsigned count = static_cast<lua_Unsigned>(to) - static_cast<lua_Unsigned>(from);
  if (count >= static_cast<lua_Unsigned>(kMostValues)) {
    StateOf(L).Fail(L, fmt::format("a call gives at most {} values", kMostValues));
  }
  StateOf(L).Charge(L, count / 4);
}

/// table.unpack(list [, from [, to]])
int Unpack(lua_State* L) {
  const lua_Integer from = luaL_optinteger(L, 2, 1);
  const lua_Integer to = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  CheckValues(L, from, to);
  return Original(L);
}

/// string.byte(text [, from [, to]]), and utf8.codepoint.
int Codes(lua_State* L) {
  std::size_t size = 0;
  luaL_checklstring(L, 1, &size);
  const auto position = [&](lua_Integer i) {
    const auto last = static_cast<lua_Integer>(size);
    return i >= 0 ? i : std::max<lua_Integer>(last + i + 1, 1);
  };
  const lua_Integer from = position(luaL_optinteger(L, 2, 1));
  const lua_Integer to = position(luaL_optinteger(L, 3, from));
  CheckValues(L, std::max<lua_Integer>(from, 1), std::min(to, static_cast<lua_Integer>(size)));
  return Charged(L);
}

int MissingInLibrary(lua_State* L) {
  const std::string library = lua_tostring(L, lua_upvalueindex(1));
  const std::string key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : Describe(L, 2);
  const std::string reason = SandboxReason(library + '.' + key);
  if (!reason.empty()) StateOf(L).FailAt(L, library, reason);
  std::vector<std::string> known;
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(2))) {
    lua_pop(L, 1);
    known.emplace_back(lua_tostring(L, -1));
  }
  std::sort(known.begin(), known.end());
  StateOf(L).FailAt(L, library,
                    fmt::format("{} has no {}{}", library, key, base::DidYouMean(key, known)));
}

int ChangeLibrary(lua_State* L) {
  const std::string library = lua_tostring(L, lua_upvalueindex(1));
  StateOf(L).FailAt(L, library,
                    fmt::format("{} belongs to the language and cannot be changed", library));
}

struct Replacement {
  const char* name;
  lua_CFunction function;  ///< null: the name is not available
};

/// Replaces functions in the table on the top of the stack; the new ones have the old as upvalue.
void Replace(lua_State* L, std::initializer_list<Replacement> replacements) {
  for (const Replacement& replacement : replacements) {
    if (replacement.function) {
      lua_getfield(L, -1, replacement.name);
      lua_pushcclosure(L, replacement.function, 1);
    } else {
      lua_pushnil(L);
    }
    lua_setfield(L, -2, replacement.name);
  }
}

/// Every function of the table on the top of the stack that is not replaced charges its work.
void ChargeOthers(lua_State* L) {
  const int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (!lua_iscfunction(L, -1) || lua_getupvalue(L, -1, 1)) {
      lua_settop(L, table + 1);
      continue;
    }
    lua_pushcclosure(L, Guarded<Charged>, 1);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, table);  // an existing key: the traversal goes on
  }
}

}  // namespace

std::string SandboxReason(std::string_view name) {
  constexpr std::string_view kForbidden[] = {"io",
                                             "os",
                                             "debug",
                                             "package",
                                             "coroutine",
                                             "load",
                                             "loadstring",
                                             "loadfile",
                                             "dofile",
                                             "pcall",
                                             "xpcall",
                                             "rawget",
                                             "rawset",
                                             "rawequal",
                                             "rawlen",
                                             "print",
                                             "warn",
                                             "collectgarbage",
                                             "setmetatable",
                                             "getmetatable",
                                             "math.random",
                                             "string.dump",
                                             "_G",
                                             "math.randomseed",
                                             "string.pack",
                                             "string.unpack",
                                             "string.packsize",
                                             "_VERSION"};
  if (std::find(std::begin(kForbidden), std::end(kForbidden), name) == std::end(kForbidden)) {
    return "";
  }
  return fmt::format(
      "{} is not available: models are sandboxed, they only compute (no files, "
      "clock, randomness, code loading or catching of errors)",
      name);
}

void AddToLibrary(lua_State* L, const char* name, Use use) {
  ModelState& m = ModelOf(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, m.loading->library);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  m.loading->library_names.insert(name);
  if (use == Use::kDeclaring) m.loading->declaring_names.insert(name);
}

void AddToLibrary(lua_State* L, const LibraryFunction& function) {
  lua_pushcfunction(L, function.function);
  AddToLibrary(L, function.name, function.use);
}

void AddLibraryTable(lua_State* L, const char* name) {
  const int library = lua_gettop(L);
  lua_newtable(L);
  lua_pushstring(L, name);
  lua_pushvalue(L, library);
  lua_pushcclosure(L, Guarded<MissingInLibrary>, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, library);

  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, library);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, Guarded<ChangeLibrary>, 1);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  AddToLibrary(L, name, Use::kAlways);
  lua_pop(L, 1);
}

void OpenStandardLibrary(lua_State* L) {
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  for (const char* name : {"ipairs", "select", "type", "error", "assert"}) {
    lua_getfield(L, -1, name);
    AddToLibrary(L, name, Use::kAlways);
  }
  lua_getfield(L, -1, "tonumber");
  lua_pushcclosure(L, Guarded<Charged>, 1);
  AddToLibrary(L, "tonumber", Use::kAlways);
  lua_pop(L, 1);
  AddToLibrary(L, {"tostring", Guarded<ToString>});
  AddToLibrary(L, {"pairs", Guarded<Pairs>});
  AddToLibrary(L, {"next", Guarded<Next>});

  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  Replace(L, {{"random", nullptr}, {"randomseed", nullptr}});
  AddLibraryTable(L, "math");

  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
  Replace(L, {{"dump", nullptr}, {"pack", nullptr}, {"unpack", nullptr}, {"packsize", nullptr}});
  Replace(L, {{"rep", Guarded<Repeat>},
              {"format", Guarded<Format>},
              {"find", Guarded<Match>},
              {"match", Guarded<Match>},
              {"gmatch", Guarded<Match>},
              {"gsub", Guarded<Match>},
              {"byte", Guarded<Codes>}});
  ChargeOthers(L);
  AddLibraryTable(L, "string");
  // "10" + 1 is a slip, not 11.
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  for (const char* name :
       {"__add", "__sub", "__mul", "__div", "__mod", "__pow", "__unm", "__idiv"}) {
    lua_pushnil(L);
    lua_setfield(L, -2, name);
  }
  lua_pop(L, 2);

  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 0);
  Replace(L, {{"sort", Guarded<Sort>},
              {"move", Guarded<Move>},
              {"unpack", Guarded<Unpack>},
              {"insert", Guarded<Shift<3>>},
              {"remove", Guarded<Shift<2>>}});
  ChargeOthers(L);
  AddLibraryTable(L, "table");

  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 0);
  Replace(L, {{"codepoint", Guarded<Codes>}});
  ChargeOthers(L);
  AddLibraryTable(L, "utf8");
}

}  // namespace cpn::lua
