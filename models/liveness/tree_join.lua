-- A tree in which every node has room for two children. A is the root and B its child; C joins. A node
-- that is full passes a Join on to a child.
--
-- The bug: C is reset while it joins, and the answer to its first Join arrives before it joins again. In
-- that state it has nothing to do with a JoinReply and ignores it. A is full now, with B and a C that
-- knows nothing of it; it passes C's next Join on to B, C becomes B's child, and stays A's child in A's
-- eyes for ever. The repair: whoever gets a JoinReply that it does not want answers Remove, in each state.
--
-- Source: RandTree in C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death, and the Critical
-- Transition" (NSDI 2007).
--
--   cpngen check models/liveness/tree_join.lua
--   cpngen check models/liveness/tree_join.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         23     26               4                         5   JoinReplyInInit
--   repaired          27     35               3                         0

repaired = param(false, { doc = "with the repair" })

Node  = enum { "A", "B", "C" }
Edge  = product(Node, Node) -- parent, child
State = enum { "init", "joining", "joined" }
var { x = Node }

C      = place(State, { "init" })
Parent = place(Edge, { { "A", "B" } }) -- as the children see it
Child  = place(Edge, { { "A", "B" } }) -- as the parents see it
Resets = place(UNIT, { unit })         -- that are left

-- The network, which loses nothing
Join      = place(Node) -- of C, to this node
JoinReply = place(Node) -- to C, from this node
Remove    = place(Node) -- of C, to this node

-- Application
StartJoin = transition {
  kind   = "application",
  input  = { C("init") },
  output = { C("joining"), Join("A") },
}

-- Network: what A and B get
AcceptJoin = transition {
  kind      = "network",
  input     = { Join(x) },
  inhibitor = { Child { x, "C" } },
  output    = { Child { x, "C" }, JoinReply(x) },
}
ForwardJoin = transition { kind = "network", -- A has B and C
  input  = { Join("A") },
  test   = { Child { "A", "C" } },
  output = { Join("B") },
}
ReceiveRemove = transition {
  kind  = "network",
  input = { Remove(x), Child { x, "C" } },
}

-- Network: what C gets
ReceiveJoinReply = transition {
  kind   = "network",
  input  = { JoinReply(x), C("joining") },
  output = { C("joined"), Parent { x, "C" } },
}
RefuseJoinReply = transition { kind = "network", -- it has a parent already
  input  = { JoinReply(x) },
  test   = { C("joined") },
  output = { Remove(x) },
}
JoinReplyInInit = transition {
  kind   = "network",
  input  = { JoinReply(x) },
  test   = { C("init") },
  output = { Remove(when("repaired", x)) },
}

-- Fault. (A parent would see that the connection to a child breaks; C is none yet.)
Reset = transition {
  kind   = "fault",
  input  = { C("joining"), Resets(unit) },
  output = { C("init") },
}

ParentsAndChildrenAgree = NF(function(M) return M.Parent == M.Child end)

property "can always become live" (INV(POS(ParentsAndChildrenAgree)))
