-- A lock server: clients ask for the lock, one at a time holds it.

N = param(2)                                   -- override: -D N=3

Client = range(1, N)                           -- a colour set: 1, 2, ..., N
var { c = Client }                             -- a variable that ranges over it

Idle, Waiting = place(Client, all), place(Client)      -- at first, every client is idle
Holding, Done = place(Client), place(Client)
Free          = place(UNIT, { unit })                  -- one token: the lock is free

Request = transition { input = { Idle(c) },                output = { Waiting(c) } }
Grant   = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) },             output = { Done(c), Free(unit) } }

test "system" {
  order   = "sequence",                        -- or "set": when the order does not matter
  observe = {
    [Request] = function(c) return stimulus("Request", { client = c }) end,
    [Grant]   = function(c) return response("Granted", { client = c }) end,
    [Release] = function(c) return stimulus("Release", { client = c }) end,
  },
}

property "one at a time"  (INV(NF(function(M) return #M.Holding <= 1 end)))
property "all are served" (EV(NF(function(M) return #M.Done == N end)))
