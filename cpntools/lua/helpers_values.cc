// Values, numbers and functions.
#include "cpntools/lua/helper_tables.h"

namespace cpntools {
namespace {

constexpr LuaHelper kHelpers[] = {
    {"equal", R"lua(function equal(a, b) return contains({ a }, b) end
)lua"},
    {"order_of", R"lua(function order_of(a, b)
  return a < b and "LESS" or a == b and "EQUAL" or "GREATER"
end
)lua"},
    {"composed", R"lua(function composed(f, g)
  return function(x) return f(g(x)) end
end
)lua"},
    {"first_of", R"lua(function first_of(x, _) return x end
)lua"},
    {"quotient_of", R"lua(function quotient_of(a, b)
  if b == 0 then raise({ tag = "Div" }) end
  return a // b
end
)lua"},
    {"modulus_of", R"lua(function modulus_of(a, b)
  if b == 0 then raise({ tag = "Div" }) end
  return a % b
end
)lua"},
    {"quotient_to_zero", R"lua(function quotient_to_zero(a, b) -- rounded towards 0
  if b == 0 then raise({ tag = "Div" }) end
  local q = a // b
  return q < 0 and q * b ~= a and q + 1 or q
end
)lua"},
    {"remainder_to_zero", R"lua(function remainder_to_zero(a, b)
  return a - quotient_to_zero(a, b) * b
end
)lua",
     "quotient_to_zero"},
    {"sign_of", R"lua(function sign_of(i)
  return i < 0 and -1 or i > 0 and 1 or 0
end
)lua"},
    {"integer_text", R"lua(function integer_text(i)
  return (string.gsub(tostring(i), "-", "~"))
end
)lua"},
    {"integer_of", R"lua(function integer_of(text) -- an option
  local minus, digits = string.match(text, "^%s*([~+-]?)(%d+)")
  if not digits then return {} end
  local i = math.tointeger(tonumber((minus == "~" or minus == "-") and "-" .. digits or digits))
  if not i then raise({ tag = "Overflow" }) end
  return { i }
end
)lua"},
    {"boolean_of", R"lua(function boolean_of(text) -- an option
  local word = string.lower(text)
  if string.find(word, "^%s*true") then return { true } end
  if string.find(word, "^%s*false") then return { false } end
  return {}
end
)lua"},
    {"whole_number", R"lua(function whole_number(x)
  if math.type(x) == "integer" then return x end
  raise({ tag = x ~= x and "Domain" or "Overflow" })
end
)lua"},
    {"whole_part", R"lua(function whole_part(x)
  return whole_number(x < 0 and math.ceil(x) or math.floor(x))
end
)lua",
     "whole_number"},
    {"nearest_whole", R"lua(function nearest_whole(x) -- the even one of two
  local below = whole_number(math.floor(x))
  local rest = x - below
  if rest > 0.5 or rest == 0.5 and below % 2 == 1 then return below + 1 end
  return below
end
)lua",
     "whole_number"},
};

}  // namespace

std::span<const LuaHelper> ValueHelpers() { return kHelpers; }

}  // namespace cpntools
