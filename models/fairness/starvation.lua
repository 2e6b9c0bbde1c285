-- Philosophers who do not get stuck: all take the left fork first, but the last one takes the right fork
-- first. Does each of them eat again and again?
--
-- It depends on fairness. Weak fairness feeds nobody in between: a fork that is in use from time to time is
-- not free all along. Strong fairness does: whoever waits for a fork that is free again and again gets it.
--
-- By parameter (both_at_once) they take both forks in one step. Then strong fairness does not help either:
-- the neighbours take turns, each fork is free again and again, but never both of them.
--
-- Source: E. W. Dijkstra, "Hierarchical ordering of sequential processes" (1971); N. Francez, "Fairness"
-- (1986), for the difference.
--
--   cpngen check models/fairness/starvation.lua
--   cpngen check models/fairness/starvation.lua -D fairness=weak
--   cpngen check models/fairness/starvation.lua -D both_at_once=true
--   cpngen check models/fairness/starvation.lua --fairness none

N = param(5, { min = 2, max = 12, doc = "number of philosophers" })
fairness = param("strong", { doc = "of taking a fork, for each philosopher: weak or strong" })
both_at_once = param(false, { doc = "both forks are taken in one step" })

Philosopher = range(1, N) -- fork p is on the left of philosopher p
var { p = Philosopher }

function first(p) return p < N and p or 1 end
function second(p) return p < N and p + 1 or N end

Thinking, Waiting, Eating = place(Philosopher, all), place(Philosopher), place(Philosopher)
Forks = place(Philosopher, all)

TakeFirst = transition {
  input  = { Thinking(p), Forks(expr "first(p)") },
  guard  = "not both_at_once",
  output = { Waiting(p) },
  fair   = { [fairness] = p },
}
TakeSecond = transition {
  input  = { Waiting(p), Forks(expr "second(p)") },
  output = { Eating(p) },
  fair   = { [fairness] = p },
}
TakeBoth = transition {
  input  = { Thinking(p), Forks(expr "first(p)"), Forks(expr "second(p)") },
  guard  = "both_at_once",
  output = { Eating(p) },
  fair   = { [fairness] = p },
}
PutBack = transition {
  input  = { Eating(p) },
  output = { Thinking(p), Forks(expr "first(p)"), Forks(expr "second(p)") },
  fair   = { weak = p },
}

property "neighbours never eat at the same time" (INV(NF(function(M)
  return #filter(M.Eating, function(p) return contains(M.Eating, p % N + 1) end) == 0
end)))
local each_eats = TT
for i = 1, N do
  each_eats = AND(each_eats, EV(NF(function(M) return contains(M.Eating, i) end)))
end
property "each eats again and again" (INV(each_eats))
