-- A producer puts items into a queue, and signals each. A consumer that finds the queue empty goes to
-- sleep until it is signalled. A signal wakes who sleeps, and is forgotten if nobody does.
--
-- The bug: to see that the queue is empty and to fall asleep are two steps. An item that is put and
-- signalled in between wakes nobody, and the consumer sleeps for ever beside it, if no other item comes.
-- The repair: the consumer looks again, and falls asleep in the same step: waiting releases the lock under
-- which it looked.
--
-- Source: the textbook on why condition variables go with a lock; C. A. R. Hoare, "Monitors" (1974).
--
--   cpngen check models/liveness/lost_wakeup.lua
--   cpngen check models/liveness/lost_wakeup.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         33     46               3                         4   WakeNobody
--   repaired          29     44               1                         0

repaired = param(false, { doc = "with the repair" })
items    = param(2, { min = 1, max = 9, doc = "items that are produced" })

State = enum { "awake", "tired", "asleep" }
var { state = State }

ToProduce = place(UNIT, { copies(items, unit) })
ToSignal  = place(UNIT) -- the producer is between putting and signalling
Queue     = place(UNIT)
Consumer  = place(State, { "awake" })
Consumed  = place(UNIT)

-- Application: the producer
Put = transition {
  kind      = "application",
  input     = { ToProduce(unit) },
  inhibitor = { ToSignal },
  output    = { Queue(unit), ToSignal(unit) },
}
Wake = transition {
  kind   = "application",
  input  = { ToSignal(unit), Consumer("asleep") },
  output = { Consumer("awake") },
}
WakeNobody = transition {
  kind  = "application",
  input = { ToSignal(unit) },
  test  = { Consumer(state) },
  guard = "state ~= 'asleep'",
}

-- Application: the consumer
Take = transition {
  kind   = "application",
  input  = { Queue(unit) },
  test   = { Consumer("awake") },
  output = { Consumed(unit) },
}
FindEmpty = transition {
  kind      = "application",
  input     = { Consumer("awake") },
  inhibitor = { Queue },
  output    = { Consumer("tired") },
}
FallAsleep = transition {
  kind      = "application",
  input     = { Consumer("tired") },
  inhibitor = repaired and { Queue } or {},
  output    = { Consumer("asleep") },
}
if repaired then
  LookAgain = transition {
    kind   = "application",
    input  = { Consumer("tired") },
    test   = { Queue(unit) },
    output = { Consumer("awake") },
  }
end

AllConsumed = NF(function(M) return #M.Consumed == items end)

property "can always become live" (INV(POS(AllConsumed)))
