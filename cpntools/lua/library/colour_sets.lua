-- Functions of colour sets.

function below_in_turn(keys, x, y) -- lexicographic
  for _, key in ipairs(keys) do
    local field, below = key[1], key[2]
    if below(x[field], y[field]) then return true end
    if below(y[field], x[field]) then return false end
  end
  return false
end

function below_as_lists(below, x, y) -- lexicographic
  for i = 1, math.min(#x, #y) do
    if below(x[i], y[i]) then return true end
    if below(y[i], x[i]) then return false end
  end
  return #x < #y
end

function below_by_case(cases, x, y) -- by constructor, then by argument
  for _, case in ipairs(cases) do
    local is_x, is_y = case[1] == x.tag, case[1] == y.tag
    if is_x and is_y then return case[2] ~= nil and case[2](x.value, y.value) end
    if is_x or is_y then return is_x end
  end
  return false
end

function comes_before(list, x, y)
  for _, z in ipairs(list) do
    if z == y then return false end
    if z == x then return true end
  end
  return false
end

function index_in(list, x)
  for i, y in ipairs(list) do
    if contains({ y }, x) then return i - 1 end
  end
  raise({ tag = "Subscript" })
end

function text_within(text, low, high)
  for i = 1, #text do
    local c = string.sub(text, i, i)
    if c < low or c > high then return false end
  end
  return true
end

function legal_by_case(cases, x)
  for tag, legal in pairs(cases) do
    if tag == x.tag then return legal(x.value) end
  end
  return true
end

function text_by_case(cases, x)
  for tag, text in pairs(cases) do
    if tag == x.tag then return tag .. "(" .. text(x.value) .. ")" end
  end
  return x.tag
end

function multiset_text(tokens, text)
  local terms = {}
  for _, x in ipairs(distinct(tokens)) do
    terms[#terms + 1] = tostring(count(x, tokens)) .. "`" .. text(x)
  end
  return #terms == 0 and "empty" or table.concat(terms, "++")
end

function records(labels, factors) -- one of each factor, in all ways
  return map(tuples(factors), function(tuple)
    local record = {}
    for i, label in ipairs(labels) do record[label] = tuple[i] end
    return record
  end)
end

function lists_of(colours, least, most) -- of all lengths from least to most
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

function texts_of(low, high, least, most)
  local characters = map(range_list(string.byte(low), string.byte(high)), string.char)
  return map(lists_of(characters, least, most), table.concat)
end
