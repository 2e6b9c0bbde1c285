Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Read   = transition { input = { Votes { w, "no" } }, output = { Votes { w, "yes" } } }
Inbox  = place(Message, { Message.Prepare { 1, 7 }, Message.Nothing })
Accept = transition { input = { Inbox(Message.Prepare { w, i }), Votes { w, _ } } }
Box    = place(Promise, { { rnd = 1, from = 2 } })
Open   = transition { input = { Box { from = w } }, output = { Box { from = w, rnd = 2 } } }
