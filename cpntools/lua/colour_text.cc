#include "cpntools/lua/colour_text.h"

#include <fmt/format.h>

#include <vector>

#include "cpntools/lua/colour_parts.h"
#include "cpntools/lua/names.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::LuaPrecedence;

Code TextOf(Scope& scope, const Declaration& set, const std::string& x) {
  const auto joined = [](const std::vector<std::string>& parts) {
    return Code{fmt::format("{}", fmt::join(parts, " .. ")), LuaPrecedence::kConcatenation};
  };
  const auto part = [&](const std::string& type, const std::string& access) {
    return Operand(TextOf(scope, SetNamed(scope, type), access), LuaPrecedence::kConcatenation);
  };
  switch (set.constructor) {
    case Constructor::kUnit:
      return {Quoted(set.names.empty() ? "()" : set.names[0]), LuaPrecedence::kPrimary};
    case Constructor::kBool:
      if (set.names.empty()) return Call(fmt::format("tostring({})", x));
      return {fmt::format("{} and {} or {}", x, Quoted(set.names[1]), Quoted(set.names[0])),
              LuaPrecedence::kOr};
    case Constructor::kString:
      return joined({"'\"'", x, "'\"'"});
    case Constructor::kEnumerated:
      return Call(x);
    case Constructor::kIndex:
      scope.UseHelper("integer_text");
      return joined({Quoted(set.fields[0].name + "("), fmt::format("integer_text({})", x), "')'"});
    case Constructor::kList: {
      const Code element = FunctionOf(scope, {"x"}, [&](const std::vector<std::string>& names) {
        return TextOf(scope, SetNamed(scope, set.fields[0].type), names[0]);
      });
      return joined({"'['", fmt::format("table.concat(map({}, {}), ',')", x, element.text), "']'"});
    }
    case Constructor::kAlias:
    case Constructor::kSubset:
      return TextOf(scope, SetNamed(scope, set.fields[0].type), x);
    case Constructor::kProduct:
    case Constructor::kRecord: {
      const bool record = set.constructor == Constructor::kRecord;
      std::size_t length = 0;
      std::vector<std::string> parts;
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        const std::string label = record ? set.fields[i].name + "=" : "";
        const std::string before = (i == 0 ? (record ? "{" : "(") : ",") + label;
        parts.push_back(Quoted(before));
        parts.push_back(part(set.fields[i].type, FieldOf(set, i, x)));
        CheckLength(length += parts.back().size());
      }
      parts.push_back(Quoted(record ? "}" : ")"));
      return joined(parts);
    }
    case Constructor::kUnion:
      scope.UseHelper("text_by_case");
      return Call(fmt::format("text_by_case({}, {})",
                              UnionCases(scope, set,
                                         [&](const Declaration& argument, const std::string& y) {
                                           return TextOf(scope, argument, y);
                                         }),
                              x));
    default:
      scope.UseHelper("integer_text");
      return Call(fmt::format("integer_text({})", x));
  }
}

}  // namespace cpntools
