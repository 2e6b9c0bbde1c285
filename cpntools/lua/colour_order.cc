#include "cpntools/lua/colour_order.h"

#include <fmt/format.h>

#include <vector>

#include "cpntools/lua/colour_parts.h"
#include "cpntools/lua/names.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::LuaPrecedence;

namespace {

/// Whether x stands before y in the order of the colour set.
Code Below(Scope& scope, const Declaration& set, const std::string& x, const std::string& y) {
  switch (set.constructor) {
    case Constructor::kUnit:
      return {"false", LuaPrecedence::kPrimary};
    case Constructor::kBool:
      return {fmt::format("not {} and {}", x, y), LuaPrecedence::kAnd};
    case Constructor::kEnumerated: {
      scope.UseHelper("comes_before");
      std::vector<std::string> names;
      for (const Declaration::Field& field : set.fields) names.push_back(Quoted(field.name));
      return Call(fmt::format("comes_before({{ {} }}, {}, {})", fmt::join(names, ", "), x, y));
    }
    case Constructor::kList: {
      scope.UseHelper("below_as_lists");
      const std::string below = Comparator(scope, set.fields[0].type).text;
      return Call(fmt::format("below_as_lists({}, {}, {})", below, x, y));
    }
    case Constructor::kAlias:
    case Constructor::kSubset:
      return Below(scope, SetNamed(scope, set.fields[0].type), x, y);
    case Constructor::kProduct:
    case Constructor::kRecord: {
      scope.UseHelper("below_in_turn");
      std::size_t length = 0;
      std::vector<std::string> keys;
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        keys.push_back(
            fmt::format("{{ {}, {} }}", KeyOf(set, i), Comparator(scope, set.fields[i].type).text));
        CheckLength(length += keys.back().size());
      }
      return Call(fmt::format("below_in_turn({{ {} }}, {}, {})", fmt::join(keys, ", "), x, y));
    }
    case Constructor::kUnion: {
      scope.UseHelper("below_by_case");
      std::size_t length = 0;
      std::vector<std::string> cases;
      for (const Declaration::Field& field : set.fields) {
        const std::string below =
            field.type.empty() ? "" : ", " + Comparator(scope, field.type).text;
        cases.push_back(fmt::format("{{ {}{} }}", Quoted(field.name), below));
        CheckLength(length += cases.back().size());
      }
      return Call(fmt::format("below_by_case({{ {} }}, {}, {})", fmt::join(cases, ", "), x, y));
    }
    default:
      return {fmt::format("{} < {}", x, y), LuaPrecedence::kComparison};
  }
}

}  // namespace

Code Comparator(Scope& scope, const std::string& set) {
  return FunctionOf(scope, {"x", "y"}, [&](const std::vector<std::string>& names) {
    return Below(scope, SetNamed(scope, set), names[0], names[1]);
  });
}

}  // namespace cpntools
