-- A transport that opens a connection before it sends data. Its sender opens connection 1; when that takes
-- too long, the application has it opened again, as connection 2. The network loses nothing, but any
-- message may overtake any other.
--
-- The bug: the receiver takes every SYN for a new connection. SYN 2 arrives and is acknowledged; then the
-- late SYN 1 arrives, and the receiver drops connection 2 for it. The sender takes ACK 2, stops sending
-- SYN 2, and sends data that the receiver ignores for ever. The repair: a receiver ignores SYNs that are
-- older than its connection. The repaired protocol can always become live, and need not: it may also
-- retransmit for ever.
--
-- Source: the worked example of C. Killian, J. Anderson, R. Jhala, A. Vahdat, "Life, Death, and the
-- Critical Transition: Finding Liveness Bugs in Systems Code" (NSDI 2007), with connections 2001 and 6001.
--
--   cpngen check models/liveness/stale_syn.lua
--   cpngen check models/liveness/stale_syn.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective        157    395               3                         8   ReceiveAck, ReceiveSyn
--   repaired         107    280               2                         0

repaired = param(false, { doc = "with the repair" })

Connection, Held = range(1, 2), range(0, 2) -- 2 is the newer one, 0 is none
Phase = enum { "idle", "opening", "open", "done" }
var { c = Connection, d = Connection, held = Held, phase = Phase, under_way = BOOL }

Sender   = place(product(Phase, Connection), { { "idle", 1 } })
Receiver = place(Held, { 0 })

-- The network. It holds each message at most once: sending an equal one makes no difference.
Syn, Data, DataAck = place(Connection), place(Connection), place(Connection)
Ack = place(product(Connection, BOOL), { { all, false } }) -- is it under way?

-- Application
Open = transition {
  kind   = "application",
  input  = { Sender { "idle", 1 } },
  output = { Sender { "opening", 1 }, Syn(1) },
}
OpenAgain = transition {
  kind   = "application",
  input  = { Sender { "opening", 1 } },
  output = { Sender { "opening", 2 }, Syn(2) },
}

-- Timers
ResendSyn = transition {
  kind      = "timer",
  test      = { Sender { "opening", c } },
  inhibitor = { Syn(c) },
  output    = { Syn(c) },
}
ResendData = transition {
  kind      = "timer",
  test      = { Sender { "open", c } },
  inhibitor = { Data(c) },
  output    = { Data(c) },
}

-- Network: what the receiver gets
function accepts(c, held) return c >= held or not repaired end

ReceiveSyn = transition {
  kind   = "network",
  input  = { Syn(c), Receiver(held), Ack { c, under_way } },
  guard  = "accepts(c, held)",
  output = { Receiver(c), Ack { c, true } },
}
IgnoreSyn = transition {
  kind  = "network",
  input = { Syn(c) },
  test  = { Receiver(held) },
  guard = "not accepts(c, held)",
}
ReceiveData = transition {
  kind   = "network",
  input  = { Data(c) },
  test   = { Receiver(c) },
  reset  = { DataAck }, -- which is of this connection, too
  output = { DataAck(c) },
}
IgnoreData = transition {
  kind  = "network",
  input = { Data(c) },
  test  = { Receiver(held) },
  guard = "c ~= held",
}

-- Network: what the sender gets
ReceiveAck = transition {
  kind   = "network",
  input  = { Ack { c, true }, Sender { "opening", c } },
  output = { Ack { c, false }, Sender { "open", c }, Data(c) },
}
IgnoreAck = transition {
  kind   = "network",
  input  = { Ack { c, true } },
  test   = { Sender { phase, d } },
  guard  = "phase ~= 'opening' or c ~= d",
  output = { Ack { c, false } },
}
ReceiveDataAck = transition {
  kind   = "network",
  input  = { DataAck(c), Sender { "open", c } },
  output = { Sender { "done", c } },
}
IgnoreDataAck = transition {
  kind  = "network",
  input = { DataAck(c) },
  test  = { Sender { "done", d } },
}

AllAcked = NF(function(M) return M.Sender[1][1] == "idle" or M.Sender[1][1] == "done" end)

property "can always become live" (INV(POS(AllAcked)))
property "always becomes live" (INV(EV(AllAcked)))

local function at(node, label) return { from = node, to = node, label = label } end
local function to_receiver(label) return { from = "sender", to = "receiver", label = label } end
local function to_sender(label) return { from = "receiver", to = "sender", label = label } end
chart {
  participants = { "sender", "receiver" },
  messages = {
    [Open]           = function() return at("sender", "opens connection 1") end,
    [OpenAgain]      = function() return at("sender", "opens connection 2") end,
    [ResendSyn]      = function(c) return at("sender", "resends SYN " .. c) end,
    [ResendData]     = function(c) return at("sender", "resends data of " .. c) end,
    [ReceiveSyn]     = function(c) return to_receiver("SYN " .. c) end,
    [IgnoreSyn]      = function(c) return to_receiver("SYN " .. c .. ", ignored") end,
    [ReceiveData]    = function(c) return to_receiver("data of " .. c) end,
    [IgnoreData]     = function(c) return to_receiver("data of " .. c .. ", ignored") end,
    [ReceiveAck]     = function(c) return to_sender("ACK " .. c) end,
    [IgnoreAck]      = function(c) return to_sender("ACK " .. c .. ", ignored") end,
    [ReceiveDataAck] = function(c) return to_sender("ACK of data of " .. c) end,
    [IgnoreDataAck]  = function(c) return to_sender("ACK of data of " .. c .. ", ignored") end,
  },
}
