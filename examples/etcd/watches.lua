-- Watches. A client watches one key, and asks now and then what has happened to it: all changes since the
-- watch began, or since it asked last, in their order, and none of them twice.

Watch = call("Watch", { key = "k", guard = { "must_answer(net, c)", "not is_watching(world, c)" } })
Drain = call("Drain", { guard = { "must_answer(net, c)", "is_watching(world, c)" } })
