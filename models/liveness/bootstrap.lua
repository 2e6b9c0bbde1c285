-- Two nodes find each other. Each asks the other, again and again, to be taken in; only a root takes
-- others in. A node that has waited too long gives up and makes itself the root of a tree of its own.
--
-- The bug: both give up. A root ignores the answers to what it asked before it was one, and asks no more:
-- there are two trees for ever. What kills is the second giving up, even if the first root's answer is
-- under way. The repair: roots announce themselves, and a root that hears of one with a smaller number
-- yields, and joins again.
--
-- Source: after the bugs of joining nodes in C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death,
-- and the Critical Transition" (NSDI 2007).
--
--   cpngen check models/liveness/bootstrap.lua
--   cpngen check models/liveness/bootstrap.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         56    126               3                        15   GiveUp
--   repaired         221    868               0                         0

repaired = param(false, { doc = "with the repair" })

Node  = range(1, 2)
State = enum { "off", "joining", "root", "member" }
var { n = Node, m = Node, state = State, under_way = BOOL }

function other(n) return 3 - n end

Nodes = place(product(Node, State), { { all, "off" } })

-- The network, which loses nothing. It holds each message at most once: sending an equal one makes no
-- difference.
Join, Announcement = place(Node), place(Node)              -- from this node to the other
JoinReply = place(product(Node, BOOL), { { all, false } }) -- to this node: is it under way?

-- Application
Start = transition {
  kind   = "application",
  input  = { Nodes { n, "off" } },
  output = { Nodes { n, "joining" }, Join(n) },
}

-- Timers
ResendJoin = transition {
  kind      = "timer",
  test      = { Nodes { n, "joining" } },
  inhibitor = { Join(n) },
  output    = { Join(n) },
}
GiveUp = transition {
  kind   = "timer",
  input  = { Nodes { n, "joining" } },
  output = { Nodes { n, "root" } },
}
if repaired then
  Announce = transition {
    kind      = "timer",
    test      = { Nodes { n, "root" } },
    inhibitor = { Announcement(n) },
    output    = { Announcement(n) },
  }
end

-- Network
ReceiveJoin = transition {
  kind   = "network",
  input  = { Join(n), JoinReply { n, under_way } },
  test   = { Nodes { expr "other(n)", "root" } },
  output = { JoinReply { n, true } },
}
IgnoreJoin = transition {
  kind  = "network",
  input = { Join(n) },
  test  = { Nodes { m, state } },
  guard = "m == other(n) and state ~= 'root'",
}
ReceiveJoinReply = transition {
  kind   = "network",
  input  = { JoinReply { n, true }, Nodes { n, "joining" } },
  output = { JoinReply { n, false }, Nodes { n, "member" } },
}
IgnoreJoinReply = transition {
  kind   = "network",
  input  = { JoinReply { n, true } },
  test   = { Nodes { n, state } },
  guard  = "state ~= 'joining'",
  output = { JoinReply { n, false } },
}
if repaired then
  Yield = transition {
    kind   = "network",
    input  = { Announcement(m), Nodes { n, "root" } },
    guard  = "n > m",
    output = { Nodes { n, "joining" } },
  }
  IgnoreAnnouncement = transition {
    kind  = "network",
    input = { Announcement(m) },
    test  = { Nodes { n, state } },
    guard = "n == other(m) and (n < m or state ~= 'root')",
  }
end

OneRootAndItsMember = NF(function(M)
  local states = map(M.Nodes, function(node) return node[2] end)
  return contains(states, "root") and contains(states, "member")
end)

property "can always become live" (INV(POS(OneRootAndItsMember)))
