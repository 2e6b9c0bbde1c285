-- What clients can rely on. With `bug` the model shows how each of these is lost.

property "no read is of the past" (INV(NF(function(M)
  return not contains(M.Broken, "a read of the past")
end)))
property "no write happens twice" (INV(NF(function(M)
  return not contains(M.Broken, "a write that happens twice")
end)))
property "who does not hold the lock does not write" (INV(NF(function(M)
  return not contains(M.Broken, "a write without the lock")
end)))
property "no fencing token is given twice" (INV(NF(function(M)
  local tokens = filter(map(M.Session, function(of) return of[2] end), function(t) return t > 0 end)
  return #filter(tokens, function(t) return #filter(tokens, function(u) return t == u end) > 1 end) == 0
end)))
-- Those of locks and watches wait for what may never be.
property "every operation returns" (EV(NF(function(M)
  return #M.Idle == clients and #filter(M.Budget, function(kind) return not is_careful(kind) end) == 0
end)))
