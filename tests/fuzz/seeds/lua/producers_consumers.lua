-- Producers and consumers with a bounded buffer between them. A producer makes any of the values, and
-- puts it into the buffer when there is room; a consumer gets any value from the buffer, and uses it.
-- The buffer keeps no order: it is a multi-set of values.
--
--   cpngen space models/producers_consumers.lua -D producers=2 -D consumers=2 -D values=4 -D capacity=6 --count
--   cpngen check models/producers_consumers.lua
--
--   producers  consumers  values  capacity   markings        arcs   dead markings
--           1          1       2         2         54         108   0
--           2          2       4         6    131,250     672,000   0
--           3          3       4         6  3,281,250  25,200,000   0

producers = param(2, { min = 1, max = 16, doc = "number of producers" })
consumers = param(2, { min = 1, max = 16, doc = "number of consumers" })
values    = param(2, { min = 1, max = 16, doc = "number of different values" })
capacity  = param(2, { min = 1, max = 1000, doc = "how many values the buffer can hold" })

Producer, Consumer, Value = range(1, producers), range(1, consumers), range(1, values)
ProducerxValue, ConsumerxValue = product(Producer, Value), product(Consumer, Value)
var { p = Producer, c = Consumer, v = Value }

Idle          = place(Producer, all)
Ready         = place(ProducerxValue) -- a producer with the value that it has made
Buffer        = place(Value)
Free          = place(UNIT, { copies(capacity, unit) }) -- a token for each value that still fits in
IdleConsumers = place(Consumer, all)
Have          = place(ConsumerxValue) -- a consumer with the value that it has got

Produce = transition { -- no input arc binds v: the producer is free to make any value
  input  = { Idle(p) },
  output = { Ready { p, v } },
}
Put = transition {
  input  = { Ready { p, v }, Free(unit) },
  output = { Idle(p), Buffer(v) },
}
Get = transition {
  input  = { Buffer(v), IdleConsumers(c) },
  output = { Have { c, v }, Free(unit) },
}
Consume = transition {
  input  = { Have { c, v } },
  output = { IdleConsumers(c) },
}

property "the buffer never overflows" (INV(NF(function(M) return #M.Buffer <= capacity end)))
