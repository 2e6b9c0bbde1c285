-- The nodes of a ring elect the one with the highest number. Each sends its number to its neighbour; a node
-- passes on numbers that are higher than its own, and is no candidate any more; it swallows lower ones. Who
-- gets its own number back is the leader. The network loses messages.
--
-- The bug: nothing is sent again. Numbers that would be swallowed may be lost, but if the highest one is,
-- nobody is ever elected. The repair: a candidate whose number is not back in time sends it again.
--
-- Source: E. Chang, R. Roberts, "An improved algorithm for decentralized extrema-finding in circular
-- configurations of processes" (1979), which needs channels that lose nothing.
--
--   cpngen check models/liveness/ring_election.lua
--   cpngen check models/liveness/ring_election.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         51    149               4                        19   Lose
--   repaired          65    248               1                         0

repaired = param(false, { doc = "with the repair" })
N = param(3, { min = 2, max = 9, doc = "number of nodes" })

Node  = range(1, N)
State = enum { "asleep", "candidate", "passive", "leader" }
var { n = Node, id = Node, state = State }

function neighbour(n) return n % N + 1 end

Nodes = place(product(Node, State), { { all, "asleep" } })

-- The network: the number `id` is on its way to node n
Number = place(product(Node, Node)) -- n, id

-- Application
Start = transition {
  kind   = "application",
  input  = { Nodes { n, "asleep" } },
  output = { Nodes { n, "candidate" }, Number { expr "neighbour(n)", n } },
}

-- Timer. It is longer than a number takes for its way round.
if repaired then
  Resend = transition {
    kind      = "timer",
    test      = { Nodes { n, "candidate" } },
    inhibitor = { Number { _, n } },
    output    = { Number { expr "neighbour(n)", n } },
  }
end

-- Network
PassOn = transition {
  kind   = "network",
  input  = { Number { n, id }, Nodes { n, state } },
  guard  = "n < id",
  output = { Nodes { n, "passive" }, Number { expr "neighbour(n)", id } },
}
Swallow = transition {
  kind  = "network",
  input = { Number { n, id } },
  guard = "n > id",
}
Win = transition {
  kind   = "network",
  input  = { Number { n, n }, Nodes { n, "candidate" } },
  output = { Nodes { n, "leader" } },
}

-- Fault
Lose = transition {
  kind  = "fault",
  input = { Number { n, id } },
}

LeaderElected = NF(function(M)
  return #filter(M.Nodes, function(node) return node[2] == "leader" end) == 1
end)

property "can always become live" (INV(POS(LeaderElected)))
