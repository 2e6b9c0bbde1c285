-- Dining philosophers, as in models/philosophers.lua.
--
-- The bug: all are left-handed. When the last of them has taken the fork on the left, too, nobody ever eats
-- again. The repair: the last philosopher takes the fork on the right first.
--
-- Source: E. W. Dijkstra, "Hierarchical ordering of sequential processes" (1971).
--
--   cpngen check models/liveness/left_handed.lua
--   cpngen check models/liveness/left_handed.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         82    265               1                         1   TakeFirst
--   repaired          70    219               0                         0

repaired = param(false, { doc = "with the repair" })
N = param(5, { min = 2, max = 60, doc = "number of philosophers" })

Philosopher = range(1, N) -- fork p is the one on the left of philosopher p
var { p = Philosopher }

function left_of(p) return p end
function right_of(p) return p % N + 1 end
function first_of(p) return repaired and p == N and right_of(p) or left_of(p) end
function second_of(p) return repaired and p == N and left_of(p) or right_of(p) end

Thinking, Forks = place(Philosopher, all), place(Philosopher, all)
Hungry, Eating  = place(Philosopher), place(Philosopher)

-- Application
TakeFirst = transition {
  kind   = "application",
  input  = { Thinking(p), Forks(expr "first_of(p)") },
  output = { Hungry(p) },
}
TakeSecond = transition {
  kind   = "application",
  input  = { Hungry(p), Forks(expr "second_of(p)") },
  output = { Eating(p) },
}
PutBack = transition {
  kind   = "application",
  input  = { Eating(p) },
  output = { Thinking(p), Forks(p), Forks(expr "right_of(p)") },
}

SomeoneEats = NF(function(M) return #M.Eating > 0 end)

property "can always become live" (INV(POS(SomeoneEats)))
