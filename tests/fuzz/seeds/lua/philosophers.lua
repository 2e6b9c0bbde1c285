-- Dining philosophers: N philosophers sit at a round table with one fork between any two of them. Each
-- takes the left fork, then the right one, eats, and puts both back. When all have taken the left
-- fork, nobody can go on: the one dead marking.
--
-- Source: E. W. Dijkstra, "Hierarchical ordering of sequential processes" (1971).
--
--   cpngen space models/philosophers.lua -D N=12 --count
--   cpngen check models/philosophers.lua
--
--    N   markings        arcs   dead markings
--   12     39,202     304,104   1
--   14    228,486   2,067,856   1
--   16  1,331,714  13,774,112   1

N = param(5, { min = 2, max = 60, doc = "number of philosophers" })

Philosopher = range(1, N) -- fork p is the one on the left of philosopher p
var { p = Philosopher }

function right_of(p) return p % N + 1 end

Thinking, Forks = place(Philosopher, all), place(Philosopher, all)
Hungry, Eating  = place(Philosopher), place(Philosopher)

TakeLeft = transition {
  input  = { Thinking(p), Forks(p) },
  output = { Hungry(p) },
}
TakeRight = transition {
  input  = { Hungry(p), Forks(expr "right_of(p)") },
  output = { Eating(p) },
}
PutBack = transition {
  input  = { Eating(p) },
  output = { Thinking(p), Forks(p), Forks(expr "right_of(p)") },
}

-- Each fork is in one hand at most. (M.Eating is the list of the place's tokens.)
property "neighbours never eat at the same time" (INV(NF(function(M)
  return #filter(M.Eating, function(p) return contains(M.Eating, right_of(p)) end) == 0
end)))
