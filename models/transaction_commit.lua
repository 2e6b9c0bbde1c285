-- Transaction commit, as what it is and not how it is done: N resource managers commit a transaction
-- together, or abort it. two_phase.lua is a protocol that does it.
--
-- Source: TCommit in J. Gray and L. Lamport, "Consensus on transaction commit" (2006).
--
--   cpngen space models/transaction_commit.lua -D N=3 --count
--   cpngen check models/transaction_commit.lua
--
--    N   markings (3^N + 2^N - 1)   dead markings
--    3      34                      2
--    8   6,816                      2

N = param(3, { min = 1, max = 30, doc = "number of resource managers" })

Manager = range(1, N)
var { rm = Manager }
symmetric(Manager)

-- The states that a resource manager can be in.
Working = place(Manager, all)
Prepared, Committed, Aborted = place(Manager), place(Manager), place(Manager)

Prepare = transition {
  input  = { Working(rm) },
  output = { Prepared(rm) },
}
Commit = transition { -- when all are prepared, or have committed
  input     = { Prepared(rm) },
  inhibitor = { Working, Aborted },
  output    = { Committed(rm) },
}
AbortWorking = transition { -- as long as nobody has committed
  input     = { Working(rm) },
  inhibitor = { Committed },
  output    = { Aborted(rm) },
}
AbortPrepared = transition {
  input     = { Prepared(rm) },
  inhibitor = { Committed },
  output    = { Aborted(rm) },
}

property "agreement" (INV(NF(function(M) return #M.Committed == 0 or #M.Aborted == 0 end)))
