-- Two-phase commit: a coordinator makes W workers commit a transaction together, or abort it.
--
-- The protocol. Phase one: the coordinator asks every worker whether it can commit, and each votes
-- yes or no. Phase two: when all votes are in, the coordinator decides "commit" if all voted yes and
-- "abort" otherwise, tells everybody, and waits for all acknowledgements.
--
-- Sources: J. Gray, "Notes on Data Base Operating Systems" (1978). The model and its test cases
-- follow the two-phase commit example of MBT/CPN (R. Wang, L. M. Kristensen, H. Meling and
-- V. Stolz, "Model-Based Testing of the Gorums Framework for Fault-Tolerant Distributed Systems",
-- 2018), whose test suites for W = 2, 3 and 4 this one generates.

W = param(3, { min = 1, max = 16, doc = "number of workers" })

Worker   = range(1, W)
Vote     = enum { "yes", "no" }
Decision = enum { "commit", "abort" }
WorkerVote     = product(Worker, Vote)
WorkerDecision = product(Worker, Decision)
Ballot   = list(WorkerVote)
var { w = Worker, v = Vote, d = Decision, b = Ballot }

Decided = fusion(Decision) -- the outcome, seen by every module

local function outcome(ballot)
  for _, vote in ipairs(ballot) do
    if vote[2] == "no" then return "abort" end
  end
  return "commit"
end

Coordinator = module(function(_ENV)
  CanCommit, Votes = Out(Worker), In(WorkerVote)
  Decisions, Acks  = Out(WorkerDecision), In(WorkerDecision)
  Idle      = place(UNIT, { unit })
  Collected = place(Ballot)

  SendCanCommit = transition {
    input  = { Idle(unit) },
    output = { CanCommit(all), Collected {} }, -- `all`: one token for each worker
  }
  -- Votes are collected in the order of the workers, and at once: in which order they come in makes
  -- no difference to anybody.
  CollectVote = transition {
    priority = P_HIGH,
    input    = { Votes { w, v }, Collected(b) },
    output   = { Collected(expr "insert(b, { w, v })") },
  }
  SendDecision = transition {
    input  = { Collected(b) },
    -- Nobody is still to vote: the guard implies it; as an arc, --reduce stubborn can rely on it.
    inhibitor = { CanCommit },
    guard  = function(b, d) return #b == W and d == outcome(b) end, -- binds d
    output = { Decisions { all, d } },
  }
  ReceiveAcks = transition {
    input  = { Acks { all, d } },
    output = { Decided(d) },
  }
end)

Workers = module(function(_ENV)
  CanCommit, Votes = In(Worker), Out(WorkerVote)
  Decisions, Acks  = In(WorkerDecision), Out(WorkerDecision)
  Waiting = place(Worker)

  ReceiveCanCommit = transition { -- no input arc binds v: each worker is free to vote as it likes
    input  = { CanCommit(w) },
    output = { Votes { w, v }, Waiting(w) },
  }
  ReceiveDecision = transition {
    input  = { Decisions { w, d }, Waiting(w) },
    output = { Acks { w, d } },
  }
end)

-- The top module: the network between the coordinator and the workers.
CanCommit, Votes = place(Worker), place(WorkerVote)
Decisions, Acks  = place(WorkerDecision), place(WorkerDecision)
C  = substitution(Coordinator)
Ws = substitution(Workers)

require "system_test"
require "properties"
require "chart"
