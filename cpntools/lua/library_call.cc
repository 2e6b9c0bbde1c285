#include "cpntools/lua/library_call.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace cpntools {

using ml::LuaPrecedence;

namespace {

/// A literal, and not zero.
bool IsNonZero(const std::string& text) {
  return !text.empty() && text.find_first_not_of("-0123456789") == std::string::npos &&
         text.find_first_of("123456789") != std::string::npos;
}

}  // namespace

Code LibraryCall(Scope& scope, const ml::LibraryFunction& function,
                 const std::vector<Code>& arguments) {
  if (function.helper) scope.UseHelper(function.helper);
  const std::string_view name = function.name;
  if (scope.globals().catches && (name == "div" || name == "mod") &&
      !IsNonZero(arguments[1].text)) {
    // Division by zero is an error in Lua, which nothing catches.
    const char* const helper = name == "div" ? "quotient_of" : "modulus_of";
    scope.UseHelper(helper);
    return {fmt::format("{}({}, {})", helper, arguments[0].text, arguments[1].text),
            LuaPrecedence::kSuffix};
  }
  if (scope.loading() && name == "::") {
    return {fmt::format("append({{ {} }}, {})", arguments[0].text, arguments[1].text),
            LuaPrecedence::kSuffix};
  }
  const std::string_view lua = function.lua;
  if (lua == "$1") return arguments[0];
  std::string text;
  for (std::size_t i = 0; i < lua.size(); ++i) {
    const bool marked = std::string_view("$@%!").find(lua[i]) != std::string_view::npos &&
                        i + 1 < lua.size() && lua[i + 1] >= '1' && lua[i + 1] <= '9';
    if (!marked) {
      text += lua[i];
      continue;
    }
    const Code& argument = arguments[static_cast<std::size_t>(lua[i + 1] - '1')];
    switch (lua[i]) {
      case '$':
        text += argument.text;
        break;
      case '@':
        text += Operand(argument, function.precedence);
        break;
      case '%':
        text += Operand(argument, Above(function.precedence));
        break;
      default:
        text += Operand(argument, LuaPrecedence::kSuffix);
    }
    ++i;
  }
  return {std::move(text), function.precedence};
}

}  // namespace cpntools
