Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Count = transition { input = { Votes { w, v }, Collected(b) }, output = { Collected(expr "insert(b, { w, v })") } }
Give  = transition { input = { Idle(w) } }
chart {
  participants = { "worker 1", "worker 2", "worker 3", "coordinator" },
  messages = {
    [Count] = function(w, v) return { from = "worker " .. w, to = "coordinator", label = v } end,
    [Give]  = function(w) return { from = "worker " .. w, to = "worker " .. w, label = "gives up" } end,
  },
}
