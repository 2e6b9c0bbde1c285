-- Dijkstra's self-stabilising ring of N + 1 machines, in the form of the Model Checking Contest
-- (TokenRing-COL): one place, so that nearly every marking of the net is a new marking of a place.
--
-- Source: E. W. Dijkstra, "Self-stabilizing systems in spite of distributed control" (1974).
--
--    N   markings
--    5        166
--   10     58,905

N = param(10, { min = 1, max = 30, doc = "number of machines, less one" })

Machine = range(0, N)
var { w = Machine, x = Machine, y = Machine, z = Machine }

local start = {}
for machine = 0, N do start[machine + 1] = { machine, machine } end
State = place(product(Machine, Machine), start)

First = transition {
  input  = { State { 0, y }, State { N, y } },
  output = { State { 0, expr "(y + 1) % (N + 1)" }, State { N, y } },
}
Other = transition {
  input  = { State { w, y }, State { x, z } },
  guard  = "x == w + 1 and y ~= z",
  output = { State { w, y }, State { x, y } },
}
