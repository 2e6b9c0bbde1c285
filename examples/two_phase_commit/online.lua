-- Two-phase commit as its users see it, for online testing: workers vote, one may crash, and whoever is
-- told something is told the same. models/two_phase_commit says how it works inside.

W       = param(3, { min = 1, max = 16, doc = "number of workers" })
crashes = param(1, { min = 0, max = 16, doc = "how many workers may crash" })

Worker   = range(1, W)
Value    = enum { "yes", "no" }
Decision = enum { "commit", "abort" }
Ballot   = list(product(Worker, Value)) -- sorted
Workers  = list(Worker)                 -- sorted
var { w = Worker, v = Value, d = Decision, ballot = Ballot, up = Workers }

function outcome(ballot)
  local nays = filter(ballot, function(vote) return vote[2] == "no" end)
  return #nays > 0 and "abort" or "commit"
end

ToVote  = place(Worker, all)
Voted   = place(product(Worker, Value))         -- on its way to the coordinator
Votes   = place(Ballot, { {} })                 -- that it has
Failed  = place(UNIT)                           -- it sees that a vote will not come
Up      = place(Workers, { range_list(1, W) })
Crashes = place(UNIT, { copies(crashes, unit) })
Open    = place(UNIT, { unit })                 -- nothing is decided
ToTell  = place(product(Worker, Decision))
ToEnd   = place(Decision)

Cast = transition {
  input  = { ToVote(w) },
  test   = { Up(up) },
  guard  = "contains(up, w)",
  output = { Voted { w, v } },
}
Crash = transition {
  input  = { Crashes(unit), Up(up) },
  guard  = "contains(up, w)",
  output = { Up(expr "remove(up, w)") },
}
-- What a worker said before it crashed arrives, or is lost.
Arrive = transition {
  input  = { Voted { w, v }, Votes(ballot) },
  output = { Votes(expr "insert(ballot, { w, v })") },
}
Lose = transition {
  input  = { Voted { w, v } },
  test   = { Up(up) },
  guard  = "not contains(up, w)",
  output = { Failed(unit) },
}
Miss = transition {
  input  = { ToVote(w) },
  test   = { Up(up) },
  guard  = "not contains(up, w)",
  output = { Failed(unit) },
}
Decide = transition {
  input  = { Open(unit) },
  test   = { Votes(ballot) },
  guard  = { "#ballot == W", "d == outcome(ballot)" },
  output = { ToTell { all, d }, ToEnd(d) },
}
-- At once: the other votes do not matter any more.
Abort = transition {
  input  = { Open(unit) },
  test   = { Failed(unit) },
  output = { ToTell { all, "abort" }, ToEnd("abort") },
}
-- In any order: each is told on a connection of its own.
Tell = transition { input = { ToTell { w, d } } }
-- Whoever is down need not be told any more, but may have been.
Forget = transition {
  input = { ToTell { w, d } },
  test  = { Up(up) },
  guard = "not contains(up, w)",
}
End  = transition { input = { ToEnd(d) } }

local NUMBER = { yes = 0, commit = 0, no = 1, abort = 1 } -- as the published suites write them

test "online" {
  order = "set",
  observe = {
    [Cast]  = function(w, v) return stimulus("Vote", { id = w, value = v }) end,
    [Crash] = function(w) return stimulus("Crash", { id = w }) end,
    [Tell]  = function(w, d) return response("Decision", { id = w, value = d }) end,
    [End]   = function(d) return response("FinalDecision", { value = d }) end,
  },
  format = function(o)
    if o.name == "FinalDecision" then return xml.node("FinalDecision", NUMBER[o.value]) end
    if o.name == "Crash" then return xml.node("Crash", { xml.node("WorkerID", o.id) }) end
    return xml.node(o.name, {
      xml.node("WorkerID", o.id),
      xml.node(o.name .. "Value", NUMBER[o.value]),
    })
  end,
  weight = { [Crash] = 0.3 },
  suite = function() return { name = string.format("tpc-online-%d", W), configuration = {} } end,
}

property "agreement" (INV(NF(function(M) return #M.ToEnd <= 1 end)))
