-- A vector of N bits in one place, each of which may change at any time: 2^N markings of the net and of
-- the place, N arcs from each.

N = param(16, { min = 1, max = 30, doc = "number of bits" })

Index = range(1, N)
var { i = Index, b = BOOL }

local start = {}
for index = 1, N do start[index] = { index, false } end
Bits = place(product(Index, BOOL), start)

Change = transition {
  input  = { Bits { i, b } },
  output = { Bits { i, expr "not b" } },
}
