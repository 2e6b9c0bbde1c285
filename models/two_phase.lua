-- Two-phase commit as Gray and Lamport describe it: N resource managers, a transaction manager, and a
-- set of messages that only grows, so that every message can be received again and again. A resource
-- manager prepares unasked, or aborts. models/two_phase_commit is the protocol as it is tested, with
-- votes that are asked for.
--
-- Source: TwoPhase in J. Gray and L. Lamport, "Consensus on transaction commit" (2006); the TLA+
-- examples have it in transaction_commit/TwoPhase.tla.
--
--   cpngen space models/two_phase.lua -D N=8 --count
--   cpngen check models/two_phase.lua
--
--    N   markings (6^N + 4^N + 2^N)
--    2          56
--    3         288
--    8   1,745,408

N = param(3, { min = 1, max = 20, doc = "number of resource managers" })

Manager = range(1, N)
State   = enum { "init", "committed", "aborted" }
Message = union { Prepared = Manager, Commit = UNIT, Abort = UNIT }
var { rm = Manager }
symmetric(Manager)

-- The states that a resource manager can be in.
Working = place(Manager, all)
Prepared, Committed, Aborted = place(Manager), place(Manager), place(Manager)

TransactionManager = place(State, { "init" })
Known    = place(Manager) -- the managers that the transaction manager knows to be prepared
Messages = place(Message) -- all that were ever sent, each once

-- The resource managers
Prepare = transition {
  input  = { Working(rm) },
  output = { Prepared(rm), Messages(Message.Prepared(rm)) },
}
ChooseToAbort = transition {
  input  = { Working(rm) },
  output = { Aborted(rm) },
}
ReceiveCommit = transition {
  test   = { Messages(Message.Commit) },
  input  = { Prepared(rm) },
  output = { Committed(rm) },
}
ReceiveAbortWorking = transition {
  test   = { Messages(Message.Abort) },
  input  = { Working(rm) },
  output = { Aborted(rm) },
}
ReceiveAbortPrepared = transition {
  test   = { Messages(Message.Abort) },
  input  = { Prepared(rm) },
  output = { Aborted(rm) },
}

-- The transaction manager
ReceivePrepared = transition {
  test      = { TransactionManager("init"), Messages(Message.Prepared(rm)) },
  inhibitor = { Known(rm) }, -- once is enough: a set has each element once
  output    = { Known(rm) },
}
Commit = transition {
  input  = { TransactionManager("init") },
  test   = { Known(all) },
  output = { TransactionManager("committed"), Messages(Message.Commit) },
}
Abort = transition {
  input  = { TransactionManager("init") },
  output = { TransactionManager("aborted"), Messages(Message.Abort) },
}

-- As models/transaction_commit.lua says it.
property "agreement" (INV(NF(function(M) return #M.Committed == 0 or #M.Aborted == 0 end)))
