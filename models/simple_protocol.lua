-- A stop-and-wait protocol over a network that loses messages. The sender sends a packet again and again
-- until the receiver has asked for the next one; the receiver asks for it with each packet that it gets.
-- `limit` bounds the messages that are under way, which makes the state space finite.
--
-- The last packet is a mark that is no data. The one dead marking is the one that the protocol is for:
-- all data received, in order, and nothing under way.
--
-- Source: the sample SimpleProtocol of CPN Tools.
--
--   cpngen space models/simple_protocol.lua -D limit=3
--   cpngen check models/simple_protocol.lua
--
--   limit   markings     arcs   dead markings
--       1         33       44   1
--       2        428    1,130   1
--       3      3,329   12,825   1
--       4     18,520   91,220   1

limit = param(2, { min = 1, max = 9, doc = "messages under way, at most" })

Packet = product(INT, STRING) -- number, content
var { n = INT, k = INT, p = STRING, data = STRING, arrives = BOOL }

local stop = "########"
function next_of(n, k) return n == k and k + 1 or k end

Send = place(Packet, { { 1, "Modellin" }, { 2, "g and An" }, { 3, "alysis##" }, { 4, stop } })
NextSend, NextRec = place(INT, { 1 }), place(INT, { 1 })
A, B = place(Packet), place(Packet) -- packets that enter and leave the network
C, D = place(INT), place(INT) -- acknowledgements, the same
Received = place(STRING, { "" })
Limit = place(UNIT, { copies(limit, unit) })

SendPacket = transition {
  input = { NextSend(n), Limit(unit) },
  test = { Send { n, p } },
  output = { NextSend(n), A { n, p } },
}
-- What arrives is the network's free choice.
TransmitPacket = transition {
  input = { A { n, p } },
  output = { B(when("arrives", { n, p })), Limit(when("not arrives", unit)) },
}
ReceivePacket = transition {
  input = { B { n, p }, NextRec(k), Received(data) },
  output = {
    NextRec(expr "next_of(n, k)"),
    C(expr "next_of(n, k)"),
    Received(function(n, k, p, data) return n == k and p ~= stop and data .. p or data end),
  },
}
TransmitAcknowledgement = transition {
  input = { C(n) },
  output = { D(when("arrives", n)), Limit(when("not arrives", unit)) },
}
ReceiveAcknowledgement = transition {
  input = { NextSend(k), D(n) },
  output = { NextSend(n), Limit(unit) },
}

property "what is received is a beginning of what is sent" (INV(NF(function(M)
  local text = "Modelling and Analysis##"
  return M.Received[1] == string.sub(text, 1, #M.Received[1])
end)))
