-- Dining philosophers who take both chopsticks at once, so that nobody is ever stuck with one of them.
-- (models/philosophers.lua is the table at which they take one after the other.)
--
-- Every marking is a home marking; with n philosophers there are as many as the n-th Lucas number says.
--
-- Source: Dijkstra (1971); the sample DiningPhilosophers of CPN Tools.
--
--   cpngen space models/dining_philosophers.lua -D n=10
--   cpngen check models/dining_philosophers.lua
--
--    n   markings   arcs
--    2          3      4
--    5         11     30
--   10        123    680

n = param(5, { min = 2, max = 40, doc = "number of philosophers" })

Philosopher, Chopstick = index("ph", 1, n), index("cs", 1, n)
var { p = Philosopher }

-- The two on either side of philosopher i.
function chopsticks(i) return { i, i % n + 1 } end

Think, Eat = place(Philosopher, all), place(Philosopher)
UnusedChopsticks = place(Chopstick, all)

TakeChopsticks = transition {
  input = { Think(p), UnusedChopsticks(each "chopsticks(p)") },
  output = { Eat(p) },
}
PutDownChopsticks = transition {
  input = { Eat(p) },
  output = { Think(p), UnusedChopsticks(each "chopsticks(p)") },
}

property "neighbours never eat at the same time" (INV(NF(function(M)
  return #filter(M.Eat, function(i) return contains(M.Eat, i % n + 1) end) == 0
end)))
