Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Pairs = place(Worker, { copies(2, 1), 3 })
Merge = transition { input = { Pairs(copies(2, w)) }, output = { Pairs(sum(w, copies(3, 2))) } }
