-- What may be seen of the replicas of single-decree Paxos: every promise, vote, save and message that a
-- replica reports, whatever the order in which messages arrive, are lost or come twice.
--
-- No test case comes of this model: it judges runs (docs/conformance.md). Each transition is one event
-- of one replica or client, and says what must have happened before it: nothing is promised before it
-- is saved, nothing is accepted before enough promises, no client is answered before somebody has
-- learned. Messages are never taken away once they are sent, since one that is late, lost or doubled is
-- as good as one that waits. All events are observed, so that one marking explains a run.
--
-- Source: L. Lamport, "Paxos Made Simple" (2001), and the rules of the replicas' detectors in
-- models/paxos/detectors.lua.
--
-- Usage: adapter run SUITE --conform models/paxos/events_model.lua

replicas = param(3, { min = 1, max = 9, doc = "number of replicas" })
clients = param(2, { min = 0, max = 9, doc = "number of clients; client i proposes Mi" })
prepare_quorum = param(0, { min = 0, max = 9, doc = "promises that a phase one needs; 0: a majority" })
accept_quorum = param(0, { min = 0, max = 9, doc = "votes that a phase two needs; 0: a majority" })
second_proposers = param(0, { min = 0, max = 9, doc = "not 0: a proposer may begin though it does not lead" })
first_id = param(8080, { min = 0, max = 65535, doc = "the id of the first replica; the others follow" })
rounds = param(0, { min = 0, max = 200, doc = "rounds of each replica, at most; 0: any number" })

local majority = replicas // 2 + 1
local needed_promises = prepare_quorum == 0 and majority or prepare_quorum
local needed_votes = accept_quorum == 0 and majority or accept_quorum
local ids = range_list(first_id, first_id + replicas - 1)

Id = range(first_id, first_id + replicas - 1)
Client = range(1, math.max(clients, 1))
Round = alias(INT) -- 0: none
Value = alias(STRING)
Phase = range(1, 2)
Ids = list(Id)
Vote = union { None = UNIT, For = product(Round, Value) }
Told = list(product(Id, Vote)) -- who promised, and the vote that it told

var {
  a = Id, b = Id, c = Client, v = Value, r = Round, p = Round, begun = Round, phase = Phase, vote = Vote,
  told = Told, told2 = Told, voters = Ids, voters2 = Ids, suspects = Ids, leader = INT, known = Value,
}

-- What each replica has on its disk, and what it knows until it crashes.
Promised = place(product(Id, Round, Vote), map(ids, function(i) return { i, 0, Vote.None } end))
Begun = place(product(Id, Round), map(ids, function(i) return { i, 0 } end)) -- the last own round
Known = place(product(Id, Value), map(ids, function(i) return { i, "" } end)) -- what it has learned
Up = place(Id, { all })
Down = place(Id)
Failed = place(Id) -- a leader that proposes no more
-- (replica, whom it suspects, whom it trusts; 0: nobody yet)
Detector = place(product(Id, Ids, INT), map(ids, function(i) return { i, {}, 0 } end))

-- What was sent, by round.
PhaseOne = place(product(Round, Told))
PhaseTwo = place(product(Round, Value, Ids)) -- who voted
PhaseThree = place(product(Round, Value))
Proposals = place(Value)
ToPropose = place(Client, clients > 0 and { all } or {})
Asked = place(Client) -- clients that have proposed

-- Clients --------------------------------------------------------------------------------------

Propose = transition {
  input = { ToPropose(c) },
  output = { Proposals(expr "'M' .. c"), Asked(c) },
}
-- Who asks again, since a replica came back, is answered again.
Answer = transition { test = { Asked(c), Known { a, v } }, guard = "v ~= ''" }

-- Proposers ------------------------------------------------------------------------------------

function owner(round) return first_id + (round - first_id) % replicas end
-- The lowest round of replica `a` that is above `floor`.
function next_round(a, floor)
  if floor < a then return a end
  return a + ((floor - a) // replicas + 1) * replicas
end
function may_have(a, round) return rounds == 0 or round < a + rounds * replicas end

BeginRound = transition {
  input = { Begun { a, begun } },
  test = { Up(a), Detector { a, suspects, leader } },
  inhibitor = { Failed(a) },
  guard = { "r == next_round(a, begun)", "may_have(a, r)", "second_proposers > 0 or leader == a" },
  output = { Begun { a, r }, PhaseOne { r, {} } },
}
-- Somebody had saved a promise of round p, and refused.
BeginHigherRound = transition {
  input = { Begun { a, begun } },
  test = { PhaseOne { p, told }, Up(a), Detector { a, suspects, leader } },
  inhibitor = { Failed(a) },
  guard = { "r == next_round(a, p)", "r > next_round(a, begun)", "may_have(a, r)",
            "second_proposers > 0 or leader == a" },
  output = { Begun { a, r }, PhaseOne { r, {} } },
}

-- With these promises: can a quorum of them bind the proposer to this value, or leave it free?
function may_propose(told, value)
  local free, bound = 0, false
  for _, one in ipairs(told) do
    if one[2] == Vote.None then
      free = free + 1
    elseif one[2].value[2] == value then
      local below = 0 -- a quorum in which no vote is higher than this one
      for _, other in ipairs(told) do
        if other[2] == Vote.None or other[2].value[1] <= one[2].value[1] then below = below + 1 end
      end
      bound = bound or below >= needed_promises
    end
  end
  return bound or free >= needed_promises
end

SendAccept = transition {
  test = { PhaseOne { r, told }, Proposals(v), Up(a) },
  inhibitor = { PhaseTwo { r, _, _ }, Failed(a) },
  guard = { "a == owner(r)", "may_propose(told, v)" },
  output = { PhaseTwo { r, v, {} } },
}
function is_chosen(voters) return #voters >= needed_votes end

SendCommit = transition {
  test = { PhaseTwo { r, v, voters }, Up(a) },
  inhibitor = { PhaseThree { r, _ }, Failed(a) },
  guard = { "a == owner(r)", "is_chosen(voters)" },
  output = { PhaseThree { r, v } },
}
-- To replicas that may not have learned: by the proposer of the round, or a later leader that knows.
SendCommitAgain = transition {
  test = { PhaseThree { r, v }, Up(a), Known { a, known } },
  inhibitor = { Failed(a) },
  guard = "a == owner(r) or known == v",
}
GetNoQuorum = transition {
  test = { PhaseOne { r, told }, Up(a) },
  guard = "a == owner(r)",
}
GetRefusals = transition { -- p is the highest round that somebody has promised instead
  test = { PhaseOne { r, told }, PhaseOne { p, told2 }, Up(a) },
  guard = { "a == owner(r)", "p > r", "#told2 > 0" },
}

-- Acceptors ------------------------------------------------------------------------------------

SaveAgain = transition { test = { Promised { a, p, vote } } }
SavePromise = transition {
  input = { Promised { a, p, vote } },
  test = { PhaseOne { r, told }, Up(a) },
  guard = "r > p",
  output = { Promised { a, r, vote } },
}
SaveVote = transition {
  input = { Promised { a, p, vote } },
  test = { PhaseTwo { r, v, voters }, Up(a) },
  guard = { "r >= p", "vote ~= Vote.For { r, v }" },
  output = { Promised { a, r, expr "Vote.For { r, v }" } },
}
Promise = transition {
  input = { PhaseOne { r, told } },
  test = { Promised { a, r, vote }, Up(a) },
  -- Whoever promises again is counted once.
  let = { told2 = function(told, a, vote)
    return contains(told, { a, vote }) and told or insert(told, { a, vote })
  end },
  output = { PhaseOne { r, told2 } },
}
CastVote = transition {
  input = { PhaseTwo { r, v, voters } },
  test = { Promised { a, r, Vote.For { r, v } }, Up(a) },
  let = { voters2 = function(voters, a) return contains(voters, a) and voters or insert(voters, a) end },
  output = { PhaseTwo { r, v, voters2 } },
}
RefusePrepare = transition {
  test = { PhaseOne { r, told }, Promised { a, p, vote }, Up(a) },
  guard = "r <= p",
}
RefuseAccept = transition {
  test = { PhaseTwo { r, v, voters }, Promised { a, p, vote }, Up(a) },
  guard = "r < p",
}

-- Learners -------------------------------------------------------------------------------------

Learn = transition {
  input = { Known { a, known } },
  test = { PhaseThree { r, v }, Up(a) },
  guard = "known == '' or known == v",
  output = { Known { a, v } },
}

-- Detectors ------------------------------------------------------------------------------------

Suspect = transition {
  input = { Detector { a, suspects, leader } },
  test = { Up(a) },
  guard = { "a ~= b", "not contains(suspects, b)" },
  output = { Detector { a, expr "insert(suspects, b)", leader } },
}
Restore = transition {
  input = { Detector { a, suspects, leader } },
  test = { Up(a) },
  guard = { "contains(suspects, b)" },
  output = { Detector { a, expr "remove(suspects, b)", leader } },
}
function lowest(suspects)
  for _, id in ipairs(ids) do
    if not contains(suspects, id) then return id end
  end
end
Trust = transition {
  input = { Detector { a, suspects, leader } },
  test = { Up(a) },
  guard = { "b == lowest(suspects)", "b ~= leader" },
  output = { Detector { a, suspects, b } },
}

-- Crashes --------------------------------------------------------------------------------------

Begin = transition {
  test = { Up(a), Promised { a, p, vote }, Begun { a, begun }, Known { a, known } },
}
Crash = transition {
  input = { Up(a), Detector { a, suspects, leader } },
  output = { Down(a), Detector { a, {}, 0 } },
}
Restart = transition { input = { Down(a) }, output = { Up(a) } }
-- After its quorum of a phase, the leader is made to do nothing more as a proposer.
FailAsLeader = transition {
  test = { Up(a) },
  inhibitor = { Failed(a) },
  guard = "phase > 0",
  output = { Failed(a) },
}

require "events_seen"
