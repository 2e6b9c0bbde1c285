-- Colour sets and variables.

Replica = range(1, replicas)
Client = range(1, clients)

Value = enum(map(range_list(1, clients), function(i) return "M" .. i end)) -- M1, M2, ...

-- Replica i owns the rounds k * replicas + i, k = 0, 1, 2, ...: no two replicas share a round, and
-- each has one above any other's. All rounds are above 0.
Round = alias(INT)

-- What an acceptor voted for last; `None` until its first vote.
Vote = union { None = UNIT, For = product(Round, Value) }

Message = union {
  Prepare = Round, -- will you take part in this round, and in none below?
  Promise = product(Round, Vote), -- yes, and this was my last vote
  Accept = product(Round, Value), -- vote for this value in this round
  Learn = product(Round, Value), -- I did
  Refusal = Round, -- no to Prepare or Accept of this round: I promised a higher one
  Commit = product(Round, Value), -- this value is chosen
  Committed = Round, -- I have learned it
  -- Answers to another call than that of this round: replicas send none (quorum_functions_model.lua).
  StrayPromise = product(Round, Vote),
  StrayLearn = product(Round, Value),
}

-- A message between a proposer and an acceptor or learner, with the replica of the latter: who
-- receives a request, or sends a reply. The round tells the proposer.
ReplicaMessage = product(Replica, Message)

ReplicaValue = product(Replica, Value)
ReplicaRound = product(Replica, Round)
ReplicaRoundVote = product(Replica, Round, Vote)
ReplicaRoundValue = product(Replica, Round, Value)
ReplicaClientValue = product(Replica, Client, Value)
ClientValue = product(Client, Value)

-- Replies that a quorum call has so far, sorted: in which order they came does not matter.
Replies = list(Message)
CallReplies = product(Replica, Round, Replies)
CallValueReplies = product(Replica, Round, Value, Replies)

Values = list(Value)
ClientCall = product(Client, Values)

Candidates = list(Replica)
ReplicaCandidates = product(Replica, Candidates)
Trigger = union { Start = UNIT, Suspect = Replica }
ReplicaTrigger = product(Replica, Trigger)

-- The initial marking of a place that has one token per replica.
function for_each_replica(token) return map(range_list(1, replicas), token) end

var {
  s = Replica, -- a proposer ("server")
  a = Replica, -- the replica at the other end: an acceptor or a learner
  c = Client,
  v = Value,
  locked = Value,
  rnd = Round,
  promised = Round,
  vrnd = Round,
  vote = Vote,
  highest = Vote,
  reply = Message,
  replies = Replies,
  replies2 = Replies,
  values = Values,
  values2 = Values,
  failed = Replica,
  leader = Replica,
  ids = Candidates,
  ids2 = Candidates,
}
