-- Values, numbers and functions.

function equal(a, b) return contains({ a }, b) end

function order_of(a, b)
  return a < b and "LESS" or a == b and "EQUAL" or "GREATER"
end

function composed(f, g)
  return function(x) return f(g(x)) end
end

function first_of(x, _) return x end

function quotient_of(a, b)
  if b == 0 then raise({ tag = "Div" }) end
  return a // b
end

function modulus_of(a, b)
  if b == 0 then raise({ tag = "Div" }) end
  return a % b
end

function quotient_to_zero(a, b) -- rounded towards 0
  if b == 0 then raise({ tag = "Div" }) end
  local q = a // b
  return q < 0 and q * b ~= a and q + 1 or q
end

function remainder_to_zero(a, b)
  return a - quotient_to_zero(a, b) * b
end

function sign_of(i)
  return i < 0 and -1 or i > 0 and 1 or 0
end

function integer_text(i)
  return (string.gsub(tostring(i), "-", "~"))
end

function integer_of(text) -- an option
  local minus, digits = string.match(text, "^%s*([~+-]?)(%d+)")
  if not digits then return {} end
  local i = math.tointeger(tonumber((minus == "~" or minus == "-") and "-" .. digits or digits))
  if not i then raise({ tag = "Overflow" }) end
  return { i }
end

function boolean_of(text) -- an option
  local word = string.lower(text)
  if string.find(word, "^%s*true") then return { true } end
  if string.find(word, "^%s*false") then return { false } end
  return {}
end

function whole_number(x)
  if math.type(x) == "integer" then return x end
  raise({ tag = x ~= x and "Domain" or "Overflow" })
end

function whole_part(x)
  return whole_number(x < 0 and math.ceil(x) or math.floor(x))
end

function nearest_whole(x) -- the even one of two
  local below = whole_number(math.floor(x))
  local rest = x - below
  if rest > 0.5 or rest == 0.5 and below % 2 == 1 then return below + 1 end
  return below
end
