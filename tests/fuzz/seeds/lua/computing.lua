Worker, Vote = range(1, 3), enum { "yes", "no" }
WxVote  = product(Worker, Vote)
Ballot  = list(WxVote)
Promise = record { rnd = INT, from = Worker }
Message = union { Prepare = product(Worker, INT), Value = INT, Nothing = UNIT }
var { w = Worker, v = Vote, b = Ballot, b2 = Ballot, p = Promise, m = Message, i = INT, j = INT }
Idle, Votes, Collected = place(Worker, all), place(WxVote, { { 1, "no" } }), place(Ballot, { {} })
function best(ballot)
  return fold(ballot, 0, function(most, vote) return math.max(most, vote[1]) end)
end
Elect = transition { input = { Collected(b) }, guard = "best(b) == 0 and b ~= { { 1, 'no' } }" }

Mail = place(Message, { Message.Value(3), Message.Nothing })
Next = transition {
  input = { Mail(m) },
  guard = function(m) return m ~= Message.Nothing end,
  output = { Mail(function(m) return Message.Value(m.value + 1) end) },
}
