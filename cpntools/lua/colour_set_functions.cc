#include "cpntools/lua/colour_set_functions.h"

#include <fmt/format.h>

#include <string>

#include "cpntools/lua/colour_list.h"
#include "cpntools/lua/colour_membership.h"
#include "cpntools/lua/colour_order.h"
#include "cpntools/lua/colour_parts.h"
#include "cpntools/lua/colour_text.h"
#include "cpntools/ml/error.h"

namespace cpntools {

using ml::Expression;
using ml::LuaPrecedence;
using ml::MlError;

namespace {

/// The function as a value.
Code ColourSetFunctionValue(const Writing& to, const std::string& set, const std::string& function,
                            const Expression& head) {
  using Parameters = std::vector<std::string>;
  const Declaration& declaration = SetNamed(to.scope, set);
  if (function == "all" || function == "size") {
    const std::string all = AllOf(to, set, head.where).text;
    return {fmt::format("function() return {}{} end", function == "all" ? "" : "#", all),
            LuaPrecedence::kPrimary};
  }
  if (function == "lt") {
    return FunctionOf(to.scope, {"pair"}, [&](const Parameters& names) {
      const std::string& pair = names[0];
      const std::string comparator = Operand(Comparator(to.scope, set), LuaPrecedence::kSuffix);
      return Call(fmt::format("{0}({1}[1], {1}[2])", comparator, pair));
    });
  }
  if (function == "mkstr" || function == "mk_str") {
    return FunctionOf(to.scope, {"x"}, [&](const Parameters& names) {
      return TextOf(to.scope, declaration, names[0]);
    });
  }
  if (function == "mkstr_ms" || function == "mk_str_ms") {
    to.scope.UseHelper("multiset_text");
    return FunctionOf(to.scope, {"tokens"}, [&](const Parameters& names) {
      const Code text = FunctionOf(to.scope, {"x"}, [&](const Parameters& x) {
        return TextOf(to.scope, declaration, x[0]);
      });
      return Call(fmt::format("multiset_text({}, {})", names[0], text.text));
    });
  }
  if (function == "legal") {
    return FunctionOf(to.scope, {"x"},
                      [&](const Parameters& names) { return Legal(to, declaration, names[0]); });
  }
  if (function == "ord" || function == "col") {
    const bool ord = function == "ord";
    to.scope.UseHelper(ord ? "index_in" : "nth");
    const std::string all = AllOf(to, set, head.where).text;
    return FunctionOf(to.scope, {"x"}, [&](const Parameters& names) {
      return Call(fmt::format("{}({}, {})", ord ? "index_in" : "nth", all, names[0]));
    });
  }
  throw MlError(head.where, fmt::format("{} is not supported here", head.text));
}

/// S.mult (a, b): the tuples of the tokens of a and b.
Code Multiplied(const Writing& to, const Expression& head, const Expression& argument) {
  to.scope.UseHelper("tuples");
  if (argument.kind != Expression::Kind::kTuple) {
    throw MlError(head.where, fmt::format("{} takes its multi-sets in parentheses", head.text));
  }
  std::vector<std::string> factors;
  for (const Expression& factor : argument.children)
    factors.push_back(to.values.Value(factor).text);
  return Call(fmt::format("tuples({{ {} }})", fmt::join(factors, ", ")));
}

}  // namespace

std::optional<Code> ColourSetFunction(const Writing& to, const Expression& head,
                                      const std::vector<const Expression*>& arguments) {
  const std::size_t dot = head.text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string set = head.text.substr(0, dot);
  const std::string function = head.text.substr(dot + 1);
  if (!to.scope.globals().colour_sets.contains(set)) return std::nullopt;
  if (arguments.empty()) return ColourSetFunctionValue(to, set, function, head);
  const Expression& argument = *arguments[0];
  if (function == "all") return AllOf(to, set, head.where);
  if (function == "size") {
    return Code{"#" + Operand(AllOf(to, set, head.where), LuaPrecedence::kPrimary),
                LuaPrecedence::kUnary};
  }
  if (function == "mult") return Multiplied(to, head, argument);
  const bool pair = argument.kind == Expression::Kind::kTuple && argument.children.size() == 2;
  if (function == "lt" && pair) {
    const std::string comparator = Operand(Comparator(to.scope, set), LuaPrecedence::kSuffix);
    const std::string a = to.values.Value(argument.children[0]).text;
    return Call(
        fmt::format("{}({}, {})", comparator, a, to.values.Value(argument.children[1]).text));
  }
  const std::string called =
      Operand(ColourSetFunctionValue(to, set, function, head), LuaPrecedence::kSuffix);
  return Call(fmt::format("{}({})", called, to.values.Value(argument).text));
}

}  // namespace cpntools
