Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
Ready = place(Worker)                     -- a place called Ready
quorum = 2                                -- a constant
function is_quorum(n) return n >= quorum end
local half = 3 // 2                       -- not part of the model's names
