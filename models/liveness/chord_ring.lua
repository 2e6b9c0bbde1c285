-- Nodes join a ring by Chord: a node looks up its successor, and from then on asks it in rounds for its
-- predecessor (who may be a nearer successor) and tells it of itself. Node 1 begins alone, as its own
-- successor and predecessor.
--
-- The bug: a node that is alone takes the first who tells of itself for its predecessor, but not for its
-- successor, and it does not ask itself for its predecessor either, from which it would learn. So it stays
-- its own successor, and there never is a ring of all: no step is to blame, no run could have gone well.
-- The repair: a node that is alone sets both pointers.
--
-- Source: Chord in C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death, and the Critical
-- Transition" (NSDI 2007). The protocol: I. Stoica et al., "Chord" (2001).
--
--   cpngen check models/liveness/chord_ring.lua
--   cpngen check models/liveness/chord_ring.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective        137    274               0                       137   none: lost from the start
--   repaired       1,185  3,506               0                         0

repaired = param(false, { doc = "with the repair" })
N = param(3, { min = 2, max = 9, doc = "number of nodes" })

Node, Maybe = range(1, N), range(0, N) -- 0 is none
Pointers = record { node = Node, succ = Node, pred = Maybe }
NodexNode = product(Node, Node)
var { n = Node, s = Node, t = Node, p = Maybe, q = Maybe }

-- Is x between a and b, on the way up from a?
function between(a, x, b)
  if a < b then return a < x and x < b end
  return a < x or x < b
end

Outside = place(Node, range_list(2, N))
Ring    = place(Pointers, { { node = 1, succ = 1, pred = 1 } })
Resting = place(Node, { 1 }) -- nodes of the ring between two rounds

-- The network, which loses nothing
Lookup  = place(NodexNode)                  -- of n, to s
Found   = place(NodexNode)                  -- to n: the successor is s
Ask     = place(NodexNode)                  -- of n, to s: who is your predecessor?
Answer  = place(product(Node, Node, Maybe)) -- to n, of s: it is p
Notify  = place(NodexNode)                  -- of n, to s: here I am

-- Application
Join = transition {
  kind   = "application",
  input  = { Outside(n) },
  output = { Lookup { n, 1 } },
}

-- Timer. A round ends when its last message has arrived.
StartRound = transition {
  kind   = "timer",
  input  = { Resting(n) },
  test   = { Ring { node = n, succ = s } },
  guard  = "n ~= s",
  output = { Ask { n, s } },
}

-- Network: looking up
ForwardLookup = transition {
  kind   = "network",
  input  = { Lookup { n, s } },
  test   = { Ring { node = s, succ = t } },
  guard  = "not between(s, n, t)",
  output = { Lookup { n, t } },
}
AnswerLookup = transition {
  kind   = "network",
  input  = { Lookup { n, s } },
  test   = { Ring { node = s, succ = t } },
  guard  = "between(s, n, t)",
  output = { Found { n, t } },
}
EnterRing = transition {
  kind   = "network",
  input  = { Found { n, s } },
  output = { Ring { node = n, succ = s, pred = 0 }, Resting(n) },
}

-- Network: a round
AnswerAsk = transition {
  kind   = "network",
  input  = { Ask { n, s } },
  test   = { Ring { node = s, pred = p } },
  output = { Answer { n, s, p } },
}
function nearer(n, s, p) return p ~= 0 and between(n, p, s) and p or s end

ReceiveAnswer = transition {
  kind   = "network",
  input  = { Answer { n, s, p }, Ring { node = n, succ = s, pred = q } },
  let    = { t = expr "nearer(n, s, p)" },
  output = { Ring { node = n, succ = t, pred = q }, Notify { n, t } },
}
ReceiveNotify = transition {
  kind   = "network",
  input  = { Notify { n, s }, Ring { node = s, succ = t, pred = p } },
  output = {
    Ring {
      node = s,
      succ = expr "repaired and t == s and n or t",
      pred = expr "(p == 0 or between(p, n, s)) and n or p",
    },
    Resting(n),
  },
}

OneRing = NF(function(M)
  local at, seen = 1, {}
  while not contains(seen, at) do
    seen = insert(seen, at)
    at = filter(M.Ring, function(pointers) return pointers.node == at end)[1].succ
  end
  return #seen == N and at == 1
end)

property "can always become live" (INV(POS(OneRing)))

function node(n) return "node " .. n end
chart {
  participants = { "node 1", "node 2", "node 3" },
  messages = {
    [Join] = function(n) return { from = node(n), to = node(n), label = "joins" } end,
    [ForwardLookup] = function(n, s)
      return { from = node(n), to = node(s), label = "where do I belong? (not here)" }
    end,
    [AnswerLookup] = function(n, s)
      return { from = node(n), to = node(s), label = "where do I belong?" }
    end,
    [EnterRing] = function(n, s)
      return { from = node(n), to = node(n), label = "is in the ring, before " .. s }
    end,
    [StartRound] = function(n) return { from = node(n), to = node(n), label = "begins a round" } end,
    [AnswerAsk] = function(n, s)
      return { from = node(n), to = node(s), label = "who is your predecessor?" }
    end,
    [ReceiveAnswer] = function(n, s, p)
      return { from = node(s), to = node(n), label = "my predecessor is " .. p }
    end,
    [ReceiveNotify] = function(n, s)
      return { from = node(n), to = node(s), label = "here I am" }
    end,
  },
}
