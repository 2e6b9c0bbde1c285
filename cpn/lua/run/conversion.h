// Colours between Lua and the value store. Into Lua: by the value's own shape, as fresh tables, so
// that what a model does to them stays its own business. Out of Lua: by colour set, with nothing
// coerced.
//
//   UNIT unit | BOOL boolean | INT, range, index integer | STRING, enum string | product, list
//   array | record table by field | union { tag = constructor, value = argument or unit }
//
// Invariants:
//  1. Push() then ToColour() with the value's colour set gives the same Value.
//  2. No string is built unless a conversion fails.
// Thread safety: as its LuaModel. Both directions may raise Lua errors: call them under Protect().
#pragma once

#include <lua.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cpn/values/colour_set.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/value.h"

namespace cpn::lua {

/// Why something is not a colour: what stands where, and what the colour set there has.
struct Mismatch {
  std::vector<std::string> path;  ///< "component 2", "field rnd", ...; outermost first
  std::string offender;           ///< what stands there: "maybe"
  std::string what;               ///< what would be right: Vote has yes, no
};

/// "{1, "maybe"} is not a colour of WxVote: component 2 is "maybe", Vote has yes, no".
std::string MismatchText(const std::vector<ColourSet>& sets, const std::string& whole,
                         ColourSetId type, const Mismatch& mismatch);

/// What a colour set has, for messages: "Vote has yes, no".
std::string DescribeColours(const std::vector<ColourSet>& sets, ColourSetId type);

class Converter {
 public:
  /// All must outlive the converter; `evaluator` runs the predicates of subsets.
  Converter(const std::vector<ColourSet>* sets, ValueStore* values, Evaluator* evaluator)
      : sets_(sets), values_(values), evaluator_(evaluator) {}

  void Push(lua_State* L, Value v);

  /// The colour of `type` at `index`; nothing, and why, when there is none.
  std::optional<Value> TryColour(lua_State* L, int index, ColourSetId type, Mismatch* why);
  /// The colour of `type` at `index`. Throws ModelError without location when there is none.
  Value ToColour(lua_State* L, int index, ColourSetId type);

  /// Plain data (observations): integers, strings, booleans, unit, lists, tables by field name.
  /// Throws ModelError without location.
  Value ToPlainData(lua_State* L, int index);

 private:
  bool Convert(lua_State* L, int index, ColourSetId type, Mismatch* why, Value* out);
  bool ConvertInteger(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  bool ConvertText(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  /// The elements of a table, as many as `elements` has. `types`: of each one, or the one of all;
  /// `what` an element is, for messages.
  bool ConvertElements(lua_State* L, int index, std::span<const ColourSetId> types,
                       const char* what, Mismatch* why, std::span<Value> elements);
  bool ConvertProduct(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  bool ConvertList(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  bool ConvertRecord(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  bool ConvertUnion(lua_State* L, int index, const ColourSet& set, Mismatch* why, Value* out);
  bool ConvertSubset(lua_State* L, int index, ColourSetId type, Mismatch* why, Value* out);
  bool Wrong(lua_State* L, int index, const ColourSet& set, Mismatch* why) const;
  Value PlainData(lua_State* L, int index, int depth);

  const std::vector<ColourSet>* sets_;
  ValueStore* values_;
  Evaluator* evaluator_;
  EnumNames enum_names_;
};

}  // namespace cpn::lua
