#include "cpntools/lua_helpers.h"

#include <algorithm>
#include <iterator>

namespace cpntools {
namespace {

struct Helper {
  std::string_view name;
  std::string_view definition;
  std::string_view calls = "";  ///< the helper that it needs, if any
};

/// In an order in which each calls only those before it.
constexpr Helper kHelpers[] = {
    {"equal", "function equal(a, b) return contains({ a }, b) end\n"},
    {"less", R"lua(function less(a, b)
  local pair = { a, b }
  table.sort(pair)
  return not contains({ a }, b) and contains({ a }, pair[1])
end
)lua"},
    {"integer_text", R"lua(function integer_text(i)
  return i < 0 and "~" .. tostring(-i) or tostring(i)
end
)lua"},
    {"repeated", R"lua(function repeated(n, x)
  local tokens = {}
  for i = 1, n do tokens[i] = x end
  return tokens
end
)lua"},
    {"drop", R"lua(function drop(list, n)
  local rest = {}
  for i = n + 1, #list do rest[i - n] = list[i] end
  return rest
end
)lua"},
    {"tail", R"lua(function tail(list)
  if #list == 0 then error("the tail of an empty list") end
  local rest = {}
  for i = 2, #list do rest[i - 1] = list[i] end
  return rest
end
)lua"},
    {"take", R"lua(function take(list, n)
  local first = {}
  for i = 1, n do first[i] = list[i] end
  return first
end
)lua"},
    {"nth", R"lua(function nth(list, i)
  if i < 0 or i >= #list then error("no element " .. i .. " in a list of " .. #list) end
  return list[i + 1]
end
)lua"},
    {"reverse", R"lua(function reverse(list)
  local reversed = {}
  for i = #list, 1, -1 do reversed[#reversed + 1] = list[i] end
  return reversed
end
)lua"},
    {"flatten", R"lua(function flatten(lists)
  local all_of_them = {}
  for _, list in ipairs(lists) do
    for _, x in ipairs(list) do all_of_them[#all_of_them + 1] = x end
  end
  return all_of_them
end
)lua"},
    {"scaled", R"lua(function scaled(n, list)
  local tokens = {}
  for _ = 1, n do
    for _, x in ipairs(list) do tokens[#tokens + 1] = x end
  end
  return tokens
end
)lua"},
    {"take_away", R"lua(function take_away(list, taken)
  for _, x in ipairs(taken) do list = remove(list, x) end
  return list
end
)lua"},
    {"subtract", R"lua(function subtract(tokens, taken)
  for _, x in ipairs(taken) do
    if not contains(tokens, x) then error("-- takes away a token that is not there") end
    tokens = remove(tokens, x)
  end
  return tokens
end
)lua"},
    {"same_tokens", R"lua(function same_tokens(a, b)
  return #a == #b and #take_away(a, b) == 0
end
)lua",
     "take_away"},
    {"count", R"lua(function count(x, list)
  return #filter(list, function(y) return contains({ x }, y) end)
end
)lua"},
    {"without", R"lua(function without(list, unwanted)
  return filter(list, function(x) return not contains(unwanted, x) end)
end
)lua"},
    {"distinct", R"lua(function distinct(list)
  local seen = {}
  for _, x in ipairs(list) do
    if not contains(seen, x) then seen[#seen + 1] = x end
  end
  return seen
end
)lua"},
    {"partition", R"lua(function partition(list, f)
  return { filter(list, f), filter(list, function(x) return not f(x) end) }
end
)lua"},
    {"exists", R"lua(function exists(list, f)
  for _, x in ipairs(list) do
    if f(x) then return true end
  end
  return false
end
)lua"},
    {"every", R"lua(function every(list, f)
  for _, x in ipairs(list) do
    if not f(x) then return false end
  end
  return true
end
)lua"},
    {"foldl", R"lua(function foldl(f, result, list)
  for i = 1, #list do result = f(list[i], result) end
  return result
end
)lua"},
    {"foldr", R"lua(function foldr(f, result, list)
  for i = #list, 1, -1 do result = f(list[i], result) end
  return result
end
)lua"},
    {"tabulate", R"lua(function tabulate(n, f)
  local list = {}
  for i = 1, n do list[i] = f(i - 1) end
  return list
end
)lua"},
    {"zip", R"lua(function zip(a, b)
  local pairs_of_them = {}
  for i = 1, math.min(#a, #b) do pairs_of_them[i] = { a[i], b[i] } end
  return pairs_of_them
end
)lua"},
    {"sorted", R"lua(function sorted(list, before)
  local result = {}
  for i = 1, #list do result[i] = list[i] end
  table.sort(result, before)
  return result
end
)lua"},
    {"sorted_by_greater", R"lua(function sorted_by_greater(list, greater)
  local result = {}
  for i = 1, #list do result[i] = list[i] end
  table.sort(result, function(x, y) return greater(y, x) end)
  return result
end
)lua"},
    {"contains_all", R"lua(function contains_all(list, wanted)
  for _, x in ipairs(wanted) do
    if not contains(list, x) then return false end
  end
  return true
end
)lua"},
    {"in_both", R"lua(function in_both(a, b)
  return filter(a, function(x) return contains(b, x) end)
end
)lua"},
    {"tuples", R"lua(function tuples(factors) -- one of each factor, in all ways
  local begun = { {} }
  for _, factor in ipairs(factors) do
    local longer = {}
    for _, tuple in ipairs(begun) do
      for _, x in ipairs(factor) do longer[#longer + 1] = append(tuple, { x }) end
    end
    begun = longer
  end
  return begun
end
)lua"},
};

}  // namespace

std::vector<std::string> HelperNames() {
  std::vector<std::string> names;
  for (const Helper& helper : kHelpers) names.emplace_back(helper.name);
  return names;
}

std::string HelperDefinitions(const std::vector<std::string>& names) {
  const auto asked = [&](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto wanted = [&](std::string_view name) {
    return asked(name) ||
           std::any_of(std::begin(kHelpers), std::end(kHelpers),
                       [&](const Helper& h) { return h.calls == name && asked(h.name); });
  };
  std::string text;
  for (const Helper& helper : kHelpers) {
    if (wanted(helper.name)) text += helper.definition;
  }
  return text;
}

}  // namespace cpntools
