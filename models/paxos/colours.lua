-- Colour sets and variables.

Replica = range(1, replicas)
Client = range(1, clients)

local names = {}
for i = 1, clients do names[i] = "M" .. i end
Value = enum(names)

-- Replica i owns the rounds k * replicas + i, k = 0, 1, 2, ...: no two replicas share a round, and
-- each has one above any other's. All rounds are above 0.
Round = INT

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
}

-- Messages between a proposer and the replicas' acceptors and learners carry the replica that is
-- not the proposer: the receiver of a request, the sender of a reply. (The round tells the proposer.)
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
