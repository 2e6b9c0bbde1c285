-- The protocol of the CPN book: as models/simple_protocol.lua, with six packets, all of them data. The
-- sender keeps on sending what the receiver asks for; the network loses what it likes; `limit` bounds
-- what is under way.
--
-- Source: Jensen & Kristensen, "Coloured Petri Nets" (2009), ch. 7; its model LimitProtocol.
--
--   cpngen space models/limit_protocol.lua
--
--   limit   markings     arcs   SCCs    arcs between them   dead markings
--       3     13,215   52,784   5,013              37,312   1, the home marking

limit = param(3, { min = 1, max = 9, doc = "messages under way, at most" })

Packet = product(INT, STRING) -- number, data
var { n = INT, k = INT, d = STRING, data = STRING, success = BOOL }

local packets = { { 1, "COL" }, { 2, "OUR" }, { 3, "ED " }, { 4, "PET" }, { 5, "RI " }, { 6, "NET" } }
function next_of(n, k) return n == k and k + 1 or k end

PacketsToSend = place(Packet, packets)
NextSend, NextRec = place(INT, { 1 }), place(INT, { 1 })
A, B = place(Packet), place(Packet) -- packets that enter and leave the network
C, D = place(INT), place(INT) -- acknowledgements, the same
DataReceived = place(STRING, { "" })
Limit = place(UNIT, { copies(limit, unit) })

SendPacket = transition {
  input = { NextSend(n), Limit(unit) },
  test = { PacketsToSend { n, d } },
  output = { NextSend(n), A { n, d } },
}
TransmitPacket = transition {
  input = { A { n, d } },
  output = { B(when("success", { n, d })), Limit(when("not success", unit)) },
}
ReceivePacket = transition {
  input = { B { n, d }, NextRec(k), DataReceived(data) },
  output = {
    NextRec(expr "next_of(n, k)"),
    C(expr "next_of(n, k)"),
    DataReceived(function(n, k, d, data) return n == k and data .. d or data end),
  },
}
TransmitAck = transition {
  input = { C(n) },
  output = { D(when("success", n)), Limit(when("not success", unit)) },
}
ReceiveAck = transition {
  input = { NextSend(k), D(n) },
  output = { NextSend(n), Limit(unit) },
}

property "what is received is a beginning of what is sent" (INV(NF(function(M)
  local received = M.DataReceived[1]
  return received == string.sub("COLOURED PETRI NET", 1, #received)
end)))
