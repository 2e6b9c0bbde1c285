-- Pairs are added to a relation one by one: the orbits are binary relations up to isomorphism, of
-- which the On-Line Encyclopedia of Integer Sequences has the number (A000595).
N = param(3, { min = 1, max = 4 })

Element = range(1, N)
Pair    = product(Element, Element)
symmetric(Element)
var { x = Element, y = Element }

Relation = place(Pair)
Add = transition { inhibitor = { Relation { x, y } }, output = { Relation { x, y } } }
