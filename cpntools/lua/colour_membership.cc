#include "cpntools/lua/colour_membership.h"

#include <fmt/format.h>

#include <vector>

#include "cpntools/lua/colour_bounds.h"
#include "cpntools/lua/colour_parts.h"

namespace cpntools {

using Constructor = Declaration::Constructor;
using ml::LuaPrecedence;

namespace {

Code Both(const Code& a, const Code& b) {
  if (a.text == "true") return b;
  if (b.text == "true") return a;
  return {Operand(a, LuaPrecedence::kAnd) + " and " + Operand(b, LuaPrecedence::kAnd),
          LuaPrecedence::kAnd};
}

Code True() { return {"true", LuaPrecedence::kPrimary}; }

/// What the set demands of x beside being of its type, or a colour of the set that it is part of.
Code OwnConditionOn(const Writing& to, const Declaration& set, const std::string& x) {
  const auto between = [&](const std::string& value, const std::vector<Text>& bounds) {
    const LuaPrecedence operand = LuaPrecedence::kConcatenation;
    const auto bound = [&](std::size_t i) {
      return Operand(Call(BoundOf(to, bounds[i])), operand);
    };
    return Code{fmt::format("{0} >= {1} and {0} <= {2}", value, bound(0), bound(1)),
                LuaPrecedence::kAnd};
  };
  const bool bounds = !set.bounds.empty();
  switch (set.constructor) {
    case Constructor::kInt:
    case Constructor::kIndex:
      return bounds ? between(x, set.bounds) : True();
    case Constructor::kList:
      return bounds ? between("#" + x, set.bounds) : True();
    case Constructor::kString: {
      const Code length = set.lengths.empty() ? True() : between("#" + x, set.lengths);
      if (!bounds) return length;
      to.scope.UseHelper("text_within");
      return Both(Call(fmt::format("text_within({}, {}, {})", x, BoundOf(to, set.bounds[0]),
                                   BoundOf(to, set.bounds[1]))),
                  length);
    }
    case Constructor::kSubset: {
      if (bounds) return Call(fmt::format("contains({}, {})", ListOf(to, set), x));
      const std::string predicate = "(" + BoundOf(to, set.predicate) + ")";
      return Call(fmt::format("{}({})", predicate, x));
    }
    default:
      return True();
  }
}

}  // namespace

std::string OwnCondition(const Writing& to, const Declaration& set) {
  return FunctionOf(to.scope, {"x"},
                    [&](const std::vector<std::string>& names) {
                      return OwnConditionOn(to, set, names[0]);
                    })
      .text;
}

Code Legal(const Writing& to, const Declaration& set, const std::string& x) {
  const Code own = OwnConditionOn(to, set, x);
  Code parts = True();
  switch (set.constructor) {
    case Constructor::kAlias:
    case Constructor::kSubset:
      parts = Legal(to, SetNamed(to.scope, set.fields[0].type), x);
      break;
    case Constructor::kProduct:
    case Constructor::kRecord:
      for (std::size_t i = 0; i < set.fields.size(); ++i) {
        parts = Both(parts, Legal(to, SetNamed(to.scope, set.fields[i].type), FieldOf(set, i, x)));
        CheckLength(parts.text.size());
      }
      break;
    case Constructor::kList: {
      const Code element = FunctionOf(to.scope, {"x"}, [&](const std::vector<std::string>& names) {
        return Legal(to, SetNamed(to.scope, set.fields[0].type), names[0]);
      });
      to.scope.UseHelper("every");
      parts = Call(fmt::format("every({}, {})", x, element.text));
      break;
    }
    case Constructor::kUnion:
      to.scope.UseHelper("legal_by_case");
      parts = Call(fmt::format("legal_by_case({}, {})",
                               UnionCases(to.scope, set,
                                          [&](const Declaration& argument, const std::string& y) {
                                            return Legal(to, argument, y);
                                          }),
                               x));
      break;
    default:
      break;
  }
  // A predicate may rely on the set that it is about.
  return set.constructor == Constructor::kSubset ? Both(parts, own) : Both(own, parts);
}

}  // namespace cpntools
