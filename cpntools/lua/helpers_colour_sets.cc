// Functions of colour sets.
#include "cpntools/lua/helper_tables.h"

namespace cpntools {
namespace {

constexpr LuaHelper kHelpers[] = {
    {"below_in_turn", R"lua(function below_in_turn(keys, x, y) -- lexicographic
  for _, key in ipairs(keys) do
    local field, below = key[1], key[2]
    if below(x[field], y[field]) then return true end
    if below(y[field], x[field]) then return false end
  end
  return false
end
)lua"},
    {"below_as_lists", R"lua(function below_as_lists(below, x, y) -- lexicographic
  for i = 1, math.min(#x, #y) do
    if below(x[i], y[i]) then return true end
    if below(y[i], x[i]) then return false end
  end
  return #x < #y
end
)lua"},
    {"below_by_case", R"lua(function below_by_case(cases, x, y) -- by constructor, then by argument
  for _, case in ipairs(cases) do
    local is_x, is_y = case[1] == x.tag, case[1] == y.tag
    if is_x and is_y then return case[2] ~= nil and case[2](x.value, y.value) end
    if is_x or is_y then return is_x end
  end
  return false
end
)lua"},
    {"comes_before", R"lua(function comes_before(list, x, y)
  for _, z in ipairs(list) do
    if z == y then return false end
    if z == x then return true end
  end
  return false
end
)lua"},
    {"index_in", R"lua(function index_in(list, x)
  for i, y in ipairs(list) do
    if contains({ y }, x) then return i - 1 end
  end
  raise({ tag = "Subscript" })
end
)lua"},
    {"text_within", R"lua(function text_within(text, low, high)
  for i = 1, #text do
    local c = string.sub(text, i, i)
    if c < low or c > high then return false end
  end
  return true
end
)lua"},
    {"legal_by_case", R"lua(function legal_by_case(cases, x)
  for tag, legal in pairs(cases) do
    if tag == x.tag then return legal(x.value) end
  end
  return true
end
)lua"},
    {"text_by_case", R"lua(function text_by_case(cases, x)
  for tag, text in pairs(cases) do
    if tag == x.tag then return tag .. "(" .. text(x.value) .. ")" end
  end
  return x.tag
end
)lua"},
    {"multiset_text", R"lua(function multiset_text(tokens, text)
  local terms = {}
  for _, x in ipairs(distinct(tokens)) do
    terms[#terms + 1] = tostring(count(x, tokens)) .. "`" .. text(x)
  end
  return #terms == 0 and "empty" or table.concat(terms, "++")
end
)lua",
     "distinct count"},
    {"records", R"lua(function records(labels, factors) -- one of each factor, in all ways
  return map(tuples(factors), function(tuple)
    local record = {}
    for i, label in ipairs(labels) do record[label] = tuple[i] end
    return record
  end)
end
)lua",
     "tuples"},
    {"lists_of", R"lua(function lists_of(colours, least, most) -- of all lengths from least to most
  local all_of_them, longest = {}, { {} }
  for length = 0, most do
    if length >= least then all_of_them = append(all_of_them, longest) end
    local longer = {}
    for _, list in ipairs(length < most and longest or {}) do
      for _, x in ipairs(colours) do longer[#longer + 1] = append(list, { x }) end
    end
    longest = longer
  end
  return all_of_them
end
)lua"},
    {"texts_of", R"lua(function texts_of(low, high, least, most)
  local characters = map(range_list(string.byte(low), string.byte(high)), string.char)
  return map(lists_of(characters, least, most), table.concat)
end
)lua",
     "lists_of"},
};

}  // namespace

std::span<const LuaHelper> ColourSetHelpers() { return kHelpers; }

}  // namespace cpntools
