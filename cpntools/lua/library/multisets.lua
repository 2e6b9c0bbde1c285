-- Multi-sets, and the list functions that CPN Tools adds.

function repeated(n, x)
  local tokens = {}
  for i = 1, n do tokens[i] = x end
  return tokens
end

function scaled(n, list)
  local tokens = {}
  for _ = 1, n do
    for _, x in ipairs(list) do tokens[#tokens + 1] = x end
  end
  return tokens
end

function take_away(list, taken)
  for _, x in ipairs(taken) do list = remove(list, x) end
  return list
end

function subtract(tokens, taken)
  for _, x in ipairs(taken) do
    if not contains(tokens, x) then raise({ tag = "Subtract" }) end
    tokens = remove(tokens, x)
  end
  return tokens
end

function same_tokens(a, b)
  return #a == #b and #take_away(a, b) == 0
end

function fewer_tokens(a, b)
  return #a < #b and #take_away(a, b) == 0
end

function only_token(tokens)
  if #tokens ~= 1 then raise({ tag = "no_singleton" }) end
  return tokens[1]
end

function count(x, list)
  return #filter(list, function(y) return contains({ x }, y) end)
end

function without(list, unwanted)
  return filter(list, function(x) return not contains(unwanted, x) end)
end

function distinct(list)
  local seen = {}
  for _, x in ipairs(list) do
    if not contains(seen, x) then seen[#seen + 1] = x end
  end
  return seen
end

function contains_each(list, wanted) -- however often
  for _, x in ipairs(wanted) do
    if not contains(list, x) then return false end
  end
  return true
end

function in_both(a, b) -- as often as in both
  local both = {}
  for _, x in ipairs(a) do
    if contains(b, x) then
      both[#both + 1] = x
      b = remove(b, x)
    end
  end
  return both
end

function last_occurrences(list)
  local last = {}
  for i, x in ipairs(list) do
    local again = false
    for j = i + 1, #list do again = again or contains({ list[j] }, x) end
    if not again then last[#last + 1] = x end
  end
  return last
end

function with_new(list, x)
  if contains(list, x) then return list end
  return append(list, { x })
end
