-- Paxos as Lamport specifies it: three acceptors, any two of which are a quorum; leaders are not
-- modelled, a ballot may start at any time; and a set of messages that only grows, so that every
-- message can be received late, again, or never. models/paxos is the protocol as it is tested.
--
-- Sources: L. Lamport, "The part-time parliament" (1998); the TLA+ examples have it in Paxos/Paxos.tla.
--
--   cpngen space models/lamport_paxos.lua -D ballots=2 -D values=2 --count
--   cpngen check models/lamport_paxos.lua
--
--   ballots  values  markings
--         k       1  41^k: 41; 1,681; 68,921
--         1       V  9 + 32 V
--         1       2  73
--         2       2  3,921
--         3       2  185,369

ballots = param(2, { min = 1, max = 9, doc = "number of ballots" })
values  = param(2, { min = 1, max = 9, doc = "number of values" })

local NO_BALLOT, NO_VALUE = -1, 0

Acceptor = range(1, 3)
Ballot, AnyBallot = range(0, ballots - 1), range(NO_BALLOT, ballots - 1)
Value, AnyValue   = range(1, values), range(NO_VALUE, values)
-- The highest ballot that an acceptor takes part in, and its last vote: in which ballot, for what.
AcceptorState = record { id = Acceptor, max_bal = AnyBallot, max_vbal = AnyBallot, max_val = AnyValue }

Message1b = record { from = Acceptor, bal = Ballot, max_vbal = AnyBallot, max_val = AnyValue }
Message2a = product(Ballot, Value)
Message2b = product(Acceptor, Ballot, Value)

var {
  a = Acceptor, other = Acceptor, b = Ballot, v = Value,
  max_bal = AnyBallot, max_vbal = AnyBallot, max_val = AnyValue,
  other_vbal = AnyBallot, other_val = AnyValue,
}

Acceptors = place(AcceptorState, map(range_list(1, 3), function(id)
  return { id = id, max_bal = NO_BALLOT, max_vbal = NO_BALLOT, max_val = NO_VALUE }
end))

-- All messages that were ever sent, each once: sending one again changes nothing, which is what the
-- inhibitor arcs below say where it could happen.
Sent1a, Sent1b = place(Ballot), place(Message1b)
Sent2a, Sent2b = place(Message2a), place(Message2b)

Phase1a = transition { -- a ballot starts
  inhibitor = { Sent1a(b) },
  output    = { Sent1a(b) },
}
Phase1b = transition { -- an acceptor promises to take part in no lower ballot, and tells its last vote
  test   = { Sent1a(b) },
  input  = { Acceptors { id = a, max_bal = max_bal, max_vbal = max_vbal, max_val = max_val } },
  guard  = "b > max_bal",
  output = {
    Acceptors { id = a, max_bal = b, max_vbal = max_vbal, max_val = max_val },
    Sent1b { from = a, bal = b, max_vbal = max_vbal, max_val = max_val },
  },
}

-- What may be proposed when two acceptors told these votes: the value of the one in the higher ballot,
-- or any when there is none. In one ballot, all votes are for one value.
local function allowed(value, vbal, val, other_vbal, other_val)
  if vbal == NO_BALLOT and other_vbal == NO_BALLOT then return true end
  return value == (vbal > other_vbal and val or other_val)
end

Phase2a = transition { -- once per ballot, a value is proposed
  test = {
    Sent1b { from = a, bal = b, max_vbal = max_vbal, max_val = max_val },
    Sent1b { from = other, bal = b, max_vbal = other_vbal, max_val = other_val },
  },
  guard = {
    "a < other", -- a quorum: two acceptors, in either order
    function(v, max_vbal, max_val, other_vbal, other_val)
      return allowed(v, max_vbal, max_val, other_vbal, other_val)
    end,
  },
  inhibitor = { Sent2a { b, _ } },
  output    = { Sent2a { b, v } },
}
Phase2b = transition { -- an acceptor votes
  test      = { Sent2a { b, v } },
  input     = { Acceptors { id = a, max_bal = max_bal, max_vbal = max_vbal, max_val = max_val } },
  guard     = "b >= max_bal",
  inhibitor = { Sent2b { a, b, v } },
  output    = {
    Acceptors { id = a, max_bal = b, max_vbal = b, max_val = v },
    Sent2b { a, b, v },
  },
}

-- A value is chosen when a quorum has voted for it in one ballot.
local function is_chosen(votes, value)
  for ballot = 0, ballots - 1 do
    local voters = filter(votes, function(vote) return vote[2] == ballot and vote[3] == value end)
    if #voters >= 2 then return true end
  end
  return false
end

property "agreement" (INV(NF(function(M)
  local chosen = filter(range_list(1, values), function(value) return is_chosen(M.Sent2b, value) end)
  return #chosen <= 1
end)))
