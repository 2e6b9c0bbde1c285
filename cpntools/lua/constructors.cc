#include "cpntools/lua/constructors.h"

#include <fmt/format.h>

#include "cpntools/lua/names.h"

namespace cpntools {

using ml::LuaPrecedence;

Code Constructed(Scope& scope, const ml::Constructor& constructor, const std::string& name,
                 const Code& argument) {
  using Constructor = ml::Constructor;
  if (constructor.kind == Constructor::Kind::kIndex) return argument;
  const std::string& value = argument.text;
  switch (constructor.kind) {
    case Constructor::Kind::kUnit:
      return {"unit", LuaPrecedence::kSuffix};
    case Constructor::Kind::kBoolean:
      return {constructor.tag, LuaPrecedence::kPrimary};
    case Constructor::Kind::kEnumerated:
      return {Quoted(name), LuaPrecedence::kPrimary};
    case Constructor::Kind::kOption:
      return {value.empty() ? "{}" : "{ " + value + " }", LuaPrecedence::kPrimary};
    case Constructor::Kind::kException:
      return {fmt::format("{{ tag = {}{} }}", Quoted(constructor.tag),
                          value.empty() ? "" : ", value = " + value),
              LuaPrecedence::kPrimary};
    default:
      break;
  }
  if (scope.loading()) {
    return {fmt::format("{{ tag = {}, value = {} }}", Quoted(name), value.empty() ? "unit" : value),
            LuaPrecedence::kPrimary};
  }
  const std::string made = FieldAccess(scope.ColourSetLua(constructor.colour_set), name);
  if (!constructor.argument) return {made, LuaPrecedence::kSuffix};
  const bool table = value.starts_with('{');
  return {table ? made + " " + value : made + "(" + value + ")", LuaPrecedence::kSuffix};
}

}  // namespace cpntools
