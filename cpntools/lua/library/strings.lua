-- Strings and characters.

function character_at(text, i)
  if i < 0 or i >= #text then raise({ tag = "Subscript" }) end
  return string.sub(text, i + 1, i + 1)
end

function part_of(text, i, n)
  if i < 0 or i > #text or n < 0 or n > #text - i then raise({ tag = "Subscript" }) end
  return string.sub(text, i + 1, i + n)
end

function extracted(text, i, option)
  return part_of(text, i, #option > 0 and option[1] or #text - i)
end

function characters_of(text)
  local characters = {}
  for i = 1, #text do characters[i] = string.sub(text, i, i) end
  return characters
end

function fields_of(text, ends)
  local fields, field = {}, ""
  for i = 1, #text do
    local c = string.sub(text, i, i)
    if ends(c) then
      fields[#fields + 1], field = field, ""
    else
      field = field .. c
    end
  end
  fields[#fields + 1] = field
  return fields
end

function tokens_of(text, ends)
  return filter(fields_of(text, ends), function(field) return field ~= "" end)
end

function is_prefix(part, text)
  return string.sub(text, 1, #part) == part
end

function is_suffix(part, text)
  return #part <= #text and string.sub(text, #text - #part + 1) == part
end

function character_of(code)
  if code < 0 or code > 255 then raise({ tag = "Chr" }) end
  return string.char(code)
end

function character_text(c) -- as in a program
  local names = { "a", "b", "t", "n", "v", "f", "r" }
  local code = string.byte(c)
  if c == "\"" or c == "\\" then return "\\" .. c end
  if code >= 7 and code <= 13 then return "\\" .. names[code - 6] end
  if code < 32 then return "\\^" .. string.char(code + 64) end
  return code < 127 and c or string.format("\\%03d", code)
end
