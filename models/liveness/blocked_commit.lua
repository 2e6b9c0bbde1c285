-- Two-phase commit: a coordinator asks the workers for their votes, commits if all say yes, and else
-- aborts. A worker may abort by itself until it has voted yes; from then on the coordinator decides. The
-- network loses nothing; the coordinator may crash. What it has decided, it has told.
--
-- The bug: a coordinator that crashes never returns. If it crashes undecided after a yes, or if a worker
-- says yes to its question after the crash, that worker waits for ever. The repair: the coordinator
-- recovers, and aborts what it finds undecided.
--
-- Source: J. Gray, "Notes on data base operating systems" (1978); why it blocks: D. Skeen, "Nonblocking
-- commit protocols" (1981).
--
--   cpngen check models/liveness/blocked_commit.lua
--   cpngen check models/liveness/blocked_commit.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective        104    245              10                         7   Crash, VoteYes
--   repaired         220    701               0                         0

repaired = param(false, { doc = "with the repair" })
W = param(2, { min = 1, max = 5, doc = "number of workers" })

Worker  = range(1, W)
Vote    = enum { "yes", "no" }
Outcome = enum { "commit", "abort" }
Phase   = enum { "idle", "asking", "decided" }
State   = enum { "working", "prepared", "commit", "abort" }
var { w = Worker, v = Vote, outcome = Outcome, phase = Phase, state = State }

Coordinator = place(Phase, { "idle" }) -- what its log says
Up          = place(UNIT, { unit })
Workers     = place(product(Worker, State), { { all, "working" } })

-- The network
Question = place(Worker)
Answer   = place(product(Worker, Vote))
Decision = place(product(Worker, Outcome))

-- Application
Ask = transition {
  kind   = "application",
  test   = { Up(unit) },
  input  = { Coordinator("idle") },
  output = { Coordinator("asking"), Question(all) },
}

-- Timer
GiveUp = transition {
  kind   = "timer",
  input  = { Workers { w, "working" } },
  output = { Workers { w, "abort" } },
}

-- Network: what the workers get
VoteYes = transition {
  kind   = "network",
  input  = { Question(w), Workers { w, "working" } },
  output = { Workers { w, "prepared" }, Answer { w, "yes" } },
}
VoteNo = transition {
  kind   = "network",
  input  = { Question(w), Workers { w, state } },
  guard  = "state == 'working' or state == 'abort'",
  output = { Workers { w, "abort" }, Answer { w, "no" } },
}
Obey = transition {
  kind   = "network",
  input  = { Decision { w, outcome }, Workers { w, state } },
  output = { Workers { w, outcome } },
}

-- Network: what the coordinator gets
Commit = transition {
  kind   = "network",
  test   = { Up(unit) },
  input  = { Coordinator("asking"), Answer { all, "yes" } },
  output = { Coordinator("decided"), Decision { all, "commit" } },
}
Abort = transition {
  kind   = "network",
  test   = { Up(unit) },
  input  = { Coordinator("asking"), Answer { w, "no" } },
  output = { Coordinator("decided"), Decision { all, "abort" } },
}

-- Fault
Crash = transition {
  kind  = "fault",
  input = { Up(unit) },
}

-- Repair
if repaired then
  Recover = transition {
    kind      = "repair",
    input     = { Coordinator(phase) },
    inhibitor = { Up },
    output    = {
      Up(unit),
      Coordinator("decided"),
      Decision(when("phase ~= 'decided'", { all, "abort" })),
    },
  }
end

AllDecided = NF(function(M)
  return #filter(M.Workers, function(worker)
    return worker[2] == "working" or worker[2] == "prepared"
  end) == 0
end)

property "can always become live" (INV(POS(AllDecided)))
