-- A lock with a lease. Who gets the lock gets a fencing token, too, which no one else ever gets. While the
-- client lives, it renews its lease; when it stands still, the lease runs out, and the next one gets the
-- lock. A client cannot know that its lease is over: a write is for who has the token of the lock now.
--
-- Source: C. Gray, D. Cheriton, "Leases: an efficient fault-tolerant mechanism for distributed file cache
-- consistency", SOSP 1989.

Stalls   = place(UNIT, { copies(stalls, unit) })
Stalling = place(Client)

Lock   = call("Lock", { test = { Session { c, 0 } }, guard = { "must_answer(net, c)" } })
Unlock = call("Unlock", { test = { Session { c, token } }, guard = { "must_answer(net, c)", "token > 0" } })
Write  = call("Write", {
  key = "k", value = "v", input = write_of_value.input, output = write_of_value.output,
  test = { Session { c, token } }, guard = { "must_answer(net, c)", "token > 0" },
})

-- The holder stands still until its lease is over; nothing else happens meanwhile.
Stall = transition {
  input  = { Stalls(unit), Busy { 0, 0 } },
  test   = { Network(net), State(world) },
  guard  = { "must_answer(net, c)", "world.lock.holder == c" },
  output = { Stalling(c) },
}
Expire = transition {
  input  = { Stalling(c), State(world) },
  output = { Busy { 0, 0 }, State(expr "without_holder(world)") },
}
-- Who holds the lock and does not reach the others may lose it, and does not see it.
LoseLease = transition {
  input  = { State(world) },
  test   = { Network(net) },
  guard  = { "world.lock.holder > 0", "not must_answer(net, world.lock.holder)" },
  output = { State(expr "without_holder(world)") },
}
