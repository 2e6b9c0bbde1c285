-- A node comes back to a ring by Pastry. Its messages are routed to the node of the ring whose number is
-- nearest to their key; the key of a Join is the number of the node that joins. A and B begin as members.
-- A finds out by probes whether B still lives, and removes it from its table if not.
--
-- The bug: B crashes, and is back, no longer a member, before A has missed it. From now on it answers A's
-- probes, so that A keeps its old entry. A routes B's Joins to the node that is nearest to their key, which
-- is B itself, and B, no member, cannot answer them. The repair: who gets a Join answers it, rather than
-- route it back to who joins.
--
-- A second crash gives A a second chance: with `crashes=2` the first return kills only as long as no fault
-- helps.
--
-- Source: Pastry in C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death, and the Critical
-- Transition" (NSDI 2007), found from the end of a run in which all had joined.
--
--   cpngen check models/liveness/rejoin.lua
--   cpngen check models/liveness/rejoin.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         17     26               1                         4   Restart
--   repaired          12     14               1                         0

repaired = param(false, { doc = "with the repair" })
crashes  = param(1, { min = 0, max = 9, doc = "crashes of B, at most" })

State = enum { "member", "down", "joining" }
var { state = State }

B       = place(State, { "member" })
Entry   = place(UNIT, { unit }) -- of B, in the table of A
Crashes = place(UNIT, { copies(crashes, unit) })

-- The network. It holds each message at most once: an equal one replaces it.
Join      = place(UNIT) -- of B, to A
Routed    = place(UNIT) -- the same, from A to B
JoinReply = place(UNIT) -- to B

-- Timers
SendJoin = transition {
  kind      = "timer",
  test      = { B("joining") },
  inhibitor = { Join },
  output    = { Join(unit) },
}
Purge = transition { kind = "timer", -- B does not answer a probe of A
  input = { Entry(unit) },
  test  = { B("down") },
}

-- Network: what A gets
AcceptJoin = transition {
  kind      = "network",
  input     = { Join(unit) },
  inhibitor = { Entry },
  reset     = { JoinReply },
  output    = { Entry(unit), JoinReply(unit) },
}
local way = repaired and JoinReply or Routed
RouteJoin = transition {
  kind   = "network",
  input  = { Join(unit) },
  test   = { Entry(unit) },
  reset  = { way },
  output = { way(unit) },
}

-- Network: what B gets
IgnoreRoutedJoin = transition {
  kind  = "network",
  input = { Routed(unit) },
}
ReceiveJoinReply = transition {
  kind   = "network",
  input  = { JoinReply(unit), B("joining") },
  output = { B("member") },
}
IgnoreJoinReply = transition {
  kind  = "network",
  input = { JoinReply(unit) },
  test  = { B(state) },
  guard = "state ~= 'joining'",
}

-- Fault
Crash = transition {
  kind   = "fault",
  input  = { B(state), Crashes(unit) },
  guard  = "state ~= 'down'",
  output = { B("down") },
}

-- Repair
Restart = transition {
  kind   = "repair",
  input  = { B("down") },
  output = { B("joining") },
}

Joined = NF(function(M) return M.B[1] == "member" end)

property "can always become live" (INV(POS(Joined)))
