Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Queue = place(Ballot, { { { 1, "no" }, { 2, "yes" } } })
First = transition { input = { Queue(cons({ w, v }, b)) }, output = { Queue(b), Votes { w, v } } }
Start = transition { input = { Collected {} }, output = { Collected { { w, "yes" } } } }
