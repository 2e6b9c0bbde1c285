-- Lists, pairs of lists and options.

function head_of(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  return list[1]
end

function tail(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  local rest = {}
  for i = 2, #list do rest[i - 1] = list[i] end
  return rest
end

function last_of(list)
  if #list == 0 then raise({ tag = "Empty" }) end
  return list[#list]
end

function item_of(list) -- an option
  if #list == 0 then return {} end
  return { { list[1], tail(list) } }
end

function nth(list, i)
  if i < 0 or i >= #list then raise({ tag = "Subscript" }) end
  return list[i + 1]
end

function take(list, n)
  if n < 0 or n > #list then raise({ tag = "Subscript" }) end
  local first = {}
  for i = 1, n do first[i] = list[i] end
  return first
end

function drop(list, n)
  if n < 0 or n > #list then raise({ tag = "Subscript" }) end
  local rest = {}
  for i = n + 1, #list do rest[i - n] = list[i] end
  return rest
end

function reverse(list)
  local reversed = {}
  for i = #list, 1, -1 do reversed[#reversed + 1] = list[i] end
  return reversed
end

function flatten(lists)
  local all_of_them = {}
  for _, list in ipairs(lists) do
    for _, x in ipairs(list) do all_of_them[#all_of_them + 1] = x end
  end
  return all_of_them
end

function tabulate(n, f)
  if n < 0 then raise({ tag = "Size" }) end
  local list = {}
  for i = 1, n do list[i] = f(i - 1) end
  return list
end

function find_first(list, f) -- an option
  for _, x in ipairs(list) do
    if f(x) then return { x } end
  end
  return {}
end

function collated(f, a, b)
  for i = 1, math.min(#a, #b) do
    local order = f(a[i], b[i])
    if order ~= "EQUAL" then return order end
  end
  return order_of(#a, #b)
end

function partition(list, f)
  local yes, no = {}, {}
  for _, x in ipairs(list) do
    local side = f(x) and yes or no
    side[#side + 1] = x
  end
  return { yes, no }
end

function exists(list, f)
  for _, x in ipairs(list) do
    if f(x) then return true end
  end
  return false
end

function every(list, f)
  for _, x in ipairs(list) do
    if not f(x) then return false end
  end
  return true
end

function foldl(f, result, list)
  for i = 1, #list do result = f(list[i], result) end
  return result
end

function foldr(f, result, list)
  for i = #list, 1, -1 do result = f(list[i], result) end
  return result
end

function zip(a, b)
  local pairs_of_them = {}
  for i = 1, math.min(#a, #b) do pairs_of_them[i] = { a[i], b[i] } end
  return pairs_of_them
end

function unzipped(pairs_of_them)
  local a, b = {}, {}
  for i, pair in ipairs(pairs_of_them) do
    a[i], b[i] = pair[1], pair[2]
  end
  return { a, b }
end

function as_long(a, b)
  if #a ~= #b then raise({ tag = "UnequalLengths" }) end
  return a, b
end

function map_pairs(f, a, b)
  local list = {}
  for i = 1, math.min(#a, #b) do list[i] = f(a[i], b[i]) end
  return list
end

function foldl_pairs(f, result, a, b)
  for i = 1, math.min(#a, #b) do result = f({ a[i], b[i], result }) end
  return result
end

function foldr_pairs(f, result, a, b)
  for i = math.min(#a, #b), 1, -1 do result = f({ a[i], b[i], result }) end
  return result
end

function exists_pair(f, a, b)
  for i = 1, math.min(#a, #b) do
    if f(a[i], b[i]) then return true end
  end
  return false
end

function every_pair(f, a, b)
  for i = 1, math.min(#a, #b) do
    if not f(a[i], b[i]) then return false end
  end
  return true
end

function every_long_pair(f, a, b)
  return every_pair(f, a, b) and #a == #b
end

function value_of(option)
  if #option == 0 then raise({ tag = "Option" }) end
  return option[1]
end

function value_or(option, otherwise)
  if #option == 0 then return otherwise end
  return option[1]
end

function sorted(list, before)
  local result = {}
  for i = 1, #list do result[i] = list[i] end
  table.sort(result, before)
  return result
end

function sorted_by_greater(list, greater)
  local result = {}
  for i = 1, #list do result[i] = list[i] end
  table.sort(result, function(x, y) return greater(y, x) end)
  return result
end

function tuples(factors) -- one of each factor, in all ways
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
