-- What the register is for. Operations are atomic if their timestamps respect the order in which one
-- is over before the next begins, and no two writes have the same one.

local function is_over(M) return #M.Half == 0 and #M.Whole == 0 end

property "no operation is older than one before it" (INV(NF(function(M)
  return not contains(M.Broken, "older than an operation before it")
end)))
property "no two writes have one timestamp" (INV(NF(function(M)
  return not contains(M.Broken, "two writes with one timestamp")
end)))
property "a majority keeps what is over" (INV(NF(function(M)
  local keep = filter(M.Replicas[1], function(state) return stamp(state) >= M.Newest[1] end)
  return #keep >= quorum
end)))
property "every operation ends" (EV(NF(function(M)
  return is_over(M) and #filter(M.ToDo, function(of) return of[2] > 0 end) == 0
end)))

-- What makes it difficult: a write that is given up half-way, and is there for some.
property "a write can stop half-way" (POS(NF(function(M)
  local keep = filter(M.Replicas[1], function(state) return stamp(state) > M.Newest[1] end)
  return is_over(M) and #keep > 0 and #keep < quorum
end)))
