// Lists, pairs of lists and options.
#include "cpntools/lua/helper_tables.h"

namespace cpntools {
namespace {

constexpr LuaHelper kHelpers[] = {
    {"head_of", R"lua(function head_of(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  return list[1]
end
)lua"},
    {"tail", R"lua(function tail(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  local rest = {}
  for i = 2, #list do rest[i - 1] = list[i] end
  return rest
end
)lua"},
    {"last_of", R"lua(function last_of(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  return list[#list]
end
)lua"},
    {"item_of", R"lua(function item_of(list) -- an option
  if #list == 0 then return {} end
  return { { list[1], tail(list) } }
end
)lua",
     "tail"},
    {"nth", R"lua(function nth(list, i)
  if i < 0 or i >= #list then raise({ tag = "Subscript" }) end
  return list[i + 1]
end
)lua"},
    {"take", R"lua(function take(list, n)
  if n < 0 or n > #list then raise({ tag = "Subscript" }) end
  local first = {}
  for i = 1, n do first[i] = list[i] end
  return first
end
)lua"},
    {"drop", R"lua(function drop(list, n)
  if n < 0 or n > #list then raise({ tag = "Subscript" }) end
  local rest = {}
  for i = n + 1, #list do rest[i - n] = list[i] end
  return rest
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
    {"tabulate", R"lua(function tabulate(n, f)
  if n < 0 then raise({ tag = "Size" }) end
  local list = {}
  for i = 1, n do list[i] = f(i - 1) end
  return list
end
)lua"},
    {"find_first", R"lua(function find_first(list, f) -- an option
  for _, x in ipairs(list) do
    if f(x) then return { x } end
  end
  return {}
end
)lua"},
    {"collated", R"lua(function collated(f, a, b)
  for i = 1, math.min(#a, #b) do
    local order = f(a[i], b[i])
    if order ~= "EQUAL" then return order end
  end
  return order_of(#a, #b)
end
)lua",
     "order_of"},
    {"partition", R"lua(function partition(list, f)
  local yes, no = {}, {}
  for _, x in ipairs(list) do
    local side = f(x) and yes or no
    side[#side + 1] = x
  end
  return { yes, no }
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
    {"zip", R"lua(function zip(a, b)
  local pairs_of_them = {}
  for i = 1, math.min(#a, #b) do pairs_of_them[i] = { a[i], b[i] } end
  return pairs_of_them
end
)lua"},
    {"unzipped", R"lua(function unzipped(pairs_of_them)
  local a, b = {}, {}
  for i, pair in ipairs(pairs_of_them) do
    a[i], b[i] = pair[1], pair[2]
  end
  return { a, b }
end
)lua"},
    {"as_long", R"lua(function as_long(a, b)
  if #a ~= #b then raise({ tag = "UnequalLengths" }) end
  return a, b
end
)lua"},
    {"map_pairs", R"lua(function map_pairs(f, a, b)
  local list = {}
  for i = 1, math.min(#a, #b) do list[i] = f(a[i], b[i]) end
  return list
end
)lua"},
    {"foldl_pairs", R"lua(function foldl_pairs(f, result, a, b)
  for i = 1, math.min(#a, #b) do result = f({ a[i], b[i], result }) end
  return result
end
)lua"},
    {"foldr_pairs", R"lua(function foldr_pairs(f, result, a, b)
  for i = math.min(#a, #b), 1, -1 do result = f({ a[i], b[i], result }) end
  return result
end
)lua"},
    {"exists_pair", R"lua(function exists_pair(f, a, b)
  for i = 1, math.min(#a, #b) do
    if f(a[i], b[i]) then return true end
  end
  return false
end
)lua"},
    {"every_pair", R"lua(function every_pair(f, a, b)
  for i = 1, math.min(#a, #b) do
    if not f(a[i], b[i]) then return false end
  end
  return true
end
)lua"},
    {"every_long_pair", R"lua(function every_long_pair(f, a, b)
  return every_pair(f, a, b) and #a == #b
end
)lua",
     "every_pair"},
    {"value_of", R"lua(function value_of(option)
  if #option == 0 then raise({ tag = "Option" }) end
  return option[1]
end
)lua"},
    {"value_or", R"lua(function value_or(option, otherwise)
  if #option == 0 then return otherwise end
  return option[1]
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

std::span<const LuaHelper> ListHelpers() { return kHelpers; }

}  // namespace cpntools
