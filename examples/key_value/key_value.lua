-- A key-value store: clients get, put, compare and swap, and delete, at the same time.

N          = param(2, { min = 1, max = 3, doc = "number of clients" })
Keys       = param(1, { min = 1, max = 2, doc = "number of keys" })
Operations = param(3, { min = 1, max = 5, doc = "operations of all clients together" })
Crashes    = param(0, { min = 0, max = 2, doc = "how often the store crashes and is started again" })

Client, Key = range(1, N), range(1, Keys)
Value       = range(0, N)                      -- what client c writes is c; 0: there is nothing

Operation = union { Get = Key, Put = Key, Delete = Key, CompareAndSwap = product(Key, Value) }
Answer    = union { Found = Value, NotFound = UNIT, Stored = UNIT, Swapped = UNIT,
                    Conflict = Value, Deleted = UNIT, Lost = UNIT }
var { c = Client, o = Operation, a = Answer, k = Key, v = Value }

Idle, Left = place(Client, all), place(UNIT, { copies(Operations, unit) })
Sent       = place(product(Client, Operation))
Answered   = place(product(Client, Operation, Answer))
Store      = place(product(Key, Value), { { all, 0 } })
Up, Down   = place(UNIT, { unit }), place(UNIT)
Faults     = place(UNIT, { copies(Crashes, unit) })

local function key(operation)
  return operation.tag == "CompareAndSwap" and operation.value[1] or operation.value
end

-- What the client is told, and what the key's value is then.
local function serve(client, operation, value)
  if operation.tag == "Put" then return Answer.Stored, client end
  if operation.tag == "CompareAndSwap" then
    if operation.value[2] == value then return Answer.Swapped, client end
    return Answer.Conflict(value), value
  end
  local answer = operation.tag == "Delete" and Answer.Deleted or Answer.Found(value)
  return value == 0 and Answer.NotFound or answer, operation.tag == "Delete" and 0 or value
end

Invoke = transition {
  input  = { Idle(c), Left(unit) }, test = { Up(unit) },
  output = { Sent { c, o } },
}
Serve = transition {
  input  = { Sent { c, o }, Store { k, v } }, test = { Up(unit) },
  guard  = function(o, k) return key(o) == k end,
  output = {
    Answered { c, o, function(c, o, v) return (serve(c, o, v)) end },
    Store { k, function(c, o, v) return select(2, serve(c, o, v)) end },
  },
}
Return = transition { input = { Answered { c, o, a } }, output = { Idle(c) } }

-- Whoever has no answer when the store crashes does not learn whether the operation was done.
Crash   = transition { input = { Up(unit), Faults(unit) }, output = { Down(unit) } }
Drop    = transition {
  input  = { Sent { c, o } }, test = { Down(unit) },
  output = { Answered { c, o, Answer.Lost } },
}
Break   = transition {
  input  = { Answered { c, o, a } }, test = { Down(unit) },
  guard  = function(a) return a.tag ~= "Lost" end,
  output = { Answered { c, o, Answer.Lost } },
}
Restart = transition { input = { Down(unit) }, inhibitor = { Sent }, output = { Up(unit) } }

local function text(value) return value == 0 and "none" or tostring(value) end

test "system" {
  order   = "sequence",
  observe = {
    [Invoke] = function(c, o)
      local fields = { client = c, key = key(o) }
      if o.tag == "Put" then fields.value = c end
      if o.tag == "CompareAndSwap" then fields.expected, fields.value = text(o.value[2]), c end
      return stimulus(o.tag, fields)
    end,
    [Return] = function(c, a)
      local has_value = a.tag == "Found" or a.tag == "Conflict"
      return response(a.tag, { client = c, value = has_value and text(a.value) or nil })
    end,
    [Crash] = function() return stimulus("Crash", {}) end,
  },
}

-- A race: so far, clients have swapped key 1 from nothing, each once, and none knows yet what came of it.
local function is_race(M)
  return #M.Answered == Operations - #M.Left and #filter(M.Answered, function(token)
    return token[2].tag ~= "CompareAndSwap" or token[2].value[1] ~= 1 or token[2].value[2] ~= 0
  end) == 0
end
local function answered(M, tag)
  return filter(M.Answered, function(token) return token[3].tag == tag end)
end
local function wins(client)
  return POS(NF(function(M)
    return #M.Answered == N and is_race(M) and 
           fold(answered(M, "Swapped"), false, function(won, token) return won or token[1] == client end)
  end))
end

property "client 1 can win a race" (wins(1))
property "client 2 can win a race" (wins(2))
property "one client wins a race"  (INV(NF(function(M)
  return not is_race(M) or #M.Answered == 0 or #answered(M, "Swapped") == 1 or #answered(M, "Lost") > 0
end)))
property "nothing is lost without a crash" (INV(NF(function(M)
  return #M.Faults < Crashes or #answered(M, "Lost") == 0
end)))
property "every operation is answered" (EV(NF(function(M) return #M.Left == 0 and #M.Idle == N end)))
