-- The alternating bit protocol: a sender sends each message until it is acknowledged, with a bit that
-- changes from message to message, over a network that loses messages and acknowledgements.
--
-- Messages get through for ever if the network is strongly fair: what is sent again and again, arrives
-- again and again. Without that it loses everything. Weak fairness of the network is not enough: what is
-- lost is not on its way all along.
--
-- Messages are numbered from 0 to 3, round and round, and the bit is whether the number is odd. The bug
-- by parameter: the sender sends each message once.
--
-- Source: K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson, "A note on reliable full-duplex transmission
-- over half-duplex links" (1969).
--
--   cpngen check models/fairness/alternating_bit.lua
--   cpngen check models/fairness/alternating_bit.lua --fairness none
--   cpngen check models/fairness/alternating_bit.lua -D resends=false

resends = param(true, { doc = "messages are sent until they are acknowledged" })

Number, Bit = range(0, 3), range(0, 1)
var { n = Number, k = Number, b = Bit, sent = BOOL }

Sender   = place(product(Number, BOOL), { { 0, false } }) -- what it sends, and whether it has
Receiver = place(Number, { 3 })                           -- what it got last
-- The network holds one of each at a time, so that nothing overtakes.
Data     = place(Number)
Acks     = place(Bit)

-- Timer
Send = transition {
  kind      = "timer",
  input     = { Sender { n, sent } },
  guard     = "resends or not sent",
  inhibitor = { Data },
  output    = { Sender { n, true }, Data(n) },
  fair      = "weak",
}

-- Network
Accept = transition {
  kind      = "network",
  input     = { Data(n), Receiver(k) },
  guard     = { "n % 2 ~= k % 2", "b == n % 2" },
  inhibitor = { Acks },
  output    = { Receiver(n), Acks(b) },
  fair      = "strong",
}
AcknowledgeAgain = transition {
  kind      = "network",
  input     = { Data(n) },
  test      = { Receiver(k) },
  guard     = { "n % 2 == k % 2", "b == n % 2" },
  inhibitor = { Acks },
  output    = { Acks(b) },
  fair      = "strong",
}
GoOn = transition {
  kind   = "network",
  input  = { Acks(b), Sender { n, sent } },
  guard  = "b == n % 2",
  output = { Sender(expr "{ (n + 1) % 4, false }") },
  fair   = "strong",
}
IgnoreAck = transition {
  kind  = "network",
  input = { Acks(b) },
  test  = { Sender { n, sent } },
  guard = "b ~= n % 2",
  fair  = "strong",
}
LoseData = transition { kind = "fault", input = { Data(n) } }
LoseAck  = transition { kind = "fault", input = { Acks(b) } }

property "each message is taken once, in order" (INV(NF(function(M)
  local sends, got = M.Sender[1][1], M.Receiver[1]
  return got == sends or got == (sends - 1) % 4
end)))
property "messages get through for ever" (INV(EV(AF(Accept))))
