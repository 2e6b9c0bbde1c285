-- A tree has fallen apart: A and B are both roots. The recovery timer of B sends a probe to nodes that it
-- once knew, among them A; a root that gets a probe joins the tree that it comes from. Probes are datagrams
-- and may be lost; all else goes through connections that lose nothing.
--
-- The bug: when the timer fires while B is busy, with the join of another node, it does nothing. In this
-- branch it also forgets to arm itself again. That firing is the last one: unless a probe is still under
-- way, and is not lost either, there are two trees for ever. The repair: the timer arms itself always.
--
-- Source: after RandTree in C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death, and the Critical
-- Transition" (NSDI 2007).
--
--   cpngen check models/liveness/two_trees.lua
--   cpngen check models/liveness/two_trees.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         32     88               0                         2   LoseProbe, TimerFiresInVain
--   repaired          16     50               0                         0

repaired = param(false, { doc = "with the repair" })

StateOfA = enum { "root", "joining", "member" }
StateOfB = enum { "free", "busy" }
var { state = StateOfA }

A     = place(StateOfA, { "root" })
B     = place(StateOfB, { "free" }) -- a root all the time
Armed = place(UNIT, { unit })       -- the recovery timer of B

-- The network
Probe, Join, JoinReply = place(UNIT), place(UNIT), place(UNIT)

-- Application: other nodes come to B
JoinOfAnotherBegins = transition {
  kind   = "application",
  input  = { B("free") },
  output = { B("busy") },
}
JoinOfAnotherEnds = transition {
  kind   = "application",
  input  = { B("busy") },
  output = { B("free") },
}

-- Timer
TimerFires = transition {
  kind      = "timer",
  test      = { Armed(unit), B("free") },
  inhibitor = { Probe }, -- a second one would make no difference
  output    = { Probe(unit) },
}
TimerFiresInVain = transition {
  kind   = "timer",
  input  = { Armed(unit) },
  test   = { B("busy") },
  output = { Armed(when("repaired", unit)) },
}

-- Network
ReceiveProbe = transition {
  kind   = "network",
  input  = { Probe(unit), A("root") },
  output = { A("joining"), Join(unit) },
}
IgnoreProbe = transition {
  kind  = "network",
  input = { Probe(unit) },
  test  = { A(state) },
  guard = "state ~= 'root'",
}
ReceiveJoin = transition {
  kind   = "network",
  input  = { Join(unit) },
  test   = { B("free") }, -- until then, the Join waits
  output = { JoinReply(unit) },
}
ReceiveJoinReply = transition {
  kind   = "network",
  input  = { JoinReply(unit), A("joining") },
  output = { A("member") },
}

-- Fault
LoseProbe = transition {
  kind  = "fault",
  input = { Probe(unit) },
}

OneRoot = NF(function(M) return M.A[1] == "member" end)

property "can always become live" (INV(POS(OneRoot)))
