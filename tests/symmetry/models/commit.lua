-- Two-phase commit with nothing that tells workers apart: votes are collected in places, not in a
-- list, and what a worker was told is observed with its number.

W = param(3, { min = 1, max = 12, doc = "number of workers" })

Worker = range(1, W)
Vote, Decision = enum { "yes", "no" }, enum { "commit", "abort" }
WorkerVote, WorkerDecision = product(Worker, Vote), product(Worker, Decision)
symmetric(Worker)
var { w = Worker, v = Vote, d = Decision }

Asked, Waiting = place(Worker, all), place(Worker)
Votes, Yes, No = place(WorkerVote), place(Worker), place(Worker)
Deciding  = place(UNIT, { unit })
Decisions = place(WorkerDecision)

Cast = transition { input = { Asked(w) }, output = { Votes { w, v }, Waiting(w) } }
CollectYes = transition { input = { Votes { w, "yes" } }, output = { Yes(w) } }
CollectNo  = transition { input = { Votes { w, "no" } }, output = { No(w) } }
Commit = transition {
  input  = { Deciding(unit), Yes(all) },
  output = { Decisions { all, "commit" } },
}
Abort = transition {
  input     = { Deciding(unit) },
  test      = { No(w) },
  inhibitor = { Asked, Votes },
  output    = { Decisions { all, "abort" } },
}
Learn = transition { input = { Decisions { w, d }, Waiting(w) } }

local observe = {
  [Cast]  = function(w, v) return stimulus("Vote", { worker = w, value = v }) end,
  [Learn] = function(w, d) return response("Decision", { worker = w, value = d }) end,
}
test "system" { observe = observe }
test "orders" { observe = observe, order = "sequence", goal = Commit }
test "first" { -- does not treat workers alike
  observe = { [Learn] = function(w, d) if w == 1 then return response(d) end end,
              [Cast] = function(w, v) return stimulus(v) end },
}
test "votes" { cases = "occurrences", observe = { [Cast] = observe[Cast] } }
