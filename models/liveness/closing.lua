-- A connection is closed: the sender sends FIN, again and again, until the receiver has acknowledged it.
-- The network loses messages.
--
-- The bug: the receiver acknowledges the FIN, closes, and forgets the connection. If the ACK is lost, each
-- further FIN is for a connection that it does not know, and is ignored; the sender waits for ever. The
-- repair: every FIN is acknowledged.
--
-- Source: the textbook on why a closed connection of TCP stays in TIME-WAIT; RFC 9293, section 3.6.
--
--   cpngen check models/liveness/closing.lua
--   cpngen check models/liveness/closing.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective          9     16               1                         2   LoseAck
--   repaired          10     18               1                         0

repaired = param(false, { doc = "with the repair" })

Sender   = place(enum { "open", "closing", "closed" }, { "open" })
Receiver = place(enum { "open", "closed" }, { "open" })

-- The network. It holds each message at most once: an equal one replaces it.
Fin, Ack = place(UNIT), place(UNIT)

-- Application
Close = transition {
  kind   = "application",
  input  = { Sender("open") },
  output = { Sender("closing"), Fin(unit) },
}

-- Timer
ResendFin = transition {
  kind      = "timer",
  test      = { Sender("closing") },
  inhibitor = { Fin },
  output    = { Fin(unit) },
}

-- Network
ReceiveFin = transition {
  kind   = "network",
  input  = { Fin(unit), Receiver("open") },
  output = { Receiver("closed"), Ack(unit) },
}
ReceiveFinAgain = transition {
  kind   = "network",
  input  = { Fin(unit) },
  test   = { Receiver("closed") },
  reset  = repaired and { Ack } or {},
  output = repaired and { Ack(unit) } or {},
}
ReceiveAck = transition {
  kind   = "network",
  input  = { Ack(unit), Sender("closing") },
  output = { Sender("closed") },
}
IgnoreAck = transition {
  kind  = "network",
  input = { Ack(unit) },
  test  = { Sender("closed") },
}

-- Faults
LoseFin = transition { kind = "fault", input = { Fin(unit) } }
LoseAck = transition { kind = "fault", input = { Ack(unit) } }

BothClosed = NF(function(M) return M.Sender[1] == "closed" and M.Receiver[1] == "closed" end)

property "can always become live" (INV(POS(BothClosed)))
