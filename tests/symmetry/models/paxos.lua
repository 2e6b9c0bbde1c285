-- Paxos as Lamport specifies it (models/lamport_paxos.lua explains it), written so that nothing
-- tells apart the acceptors, nor the values: a quorum is any two acceptors in either order, and a
-- vote that was not cast has no value instead of a special one.

ballots = param(2, { min = 1, max = 3 })
values_too = param(false)

local NO_BALLOT = -1

Acceptor = index("a", 1, 3)
Ballot, AnyBallot = range(0, ballots - 1), range(NO_BALLOT, ballots - 1)
Value = enum { "left", "right" }
Vote  = union { None = UNIT, Of = Value }
State = record { id = Acceptor, max_bal = AnyBallot, max_vbal = AnyBallot, max_val = Vote }
Message1b = record { from = Acceptor, bal = Ballot, max_vbal = AnyBallot, max_val = Vote }
Message2a, Message2b = product(Ballot, Value), product(Acceptor, Ballot, Value)

symmetric(Acceptor)
if values_too then symmetric(Value) end

var {
  a = Acceptor, other = Acceptor, b = Ballot, v = Value, max_bal = AnyBallot,
  max_vbal = AnyBallot, max_val = Vote, other_vbal = AnyBallot, other_val = Vote,
}

Acceptors = place(State, map(range_list(1, 3), function(id)
  return { id = id, max_bal = NO_BALLOT, max_vbal = NO_BALLOT, max_val = Vote.None }
end))
Sent1a, Sent1b = place(Ballot), place(Message1b)
Sent2a, Sent2b = place(Message2a), place(Message2b)

Phase1a = transition { inhibitor = { Sent1a(b) }, output = { Sent1a(b) } }
Phase1b = transition {
  test   = { Sent1a(b) },
  input  = { Acceptors { id = a, max_bal = max_bal, max_vbal = max_vbal, max_val = max_val } },
  guard  = "b > max_bal",
  output = {
    Acceptors { id = a, max_bal = b, max_vbal = max_vbal, max_val = max_val },
    Sent1b { from = a, bal = b, max_vbal = max_vbal, max_val = max_val },
  },
}

local function allowed(value, vbal, val, other_vbal, other_val)
  if vbal == NO_BALLOT and other_vbal == NO_BALLOT then return true end
  local told = vbal > other_vbal and val or other_val
  return told == Vote.Of(value)
end

Phase2a = transition {
  test = {
    Sent1b { from = a, bal = b, max_vbal = max_vbal, max_val = max_val },
    Sent1b { from = other, bal = b, max_vbal = other_vbal, max_val = other_val },
  },
  guard = {
    "a ~= other",
    function(v, max_vbal, max_val, other_vbal, other_val)
      return allowed(v, max_vbal, max_val, other_vbal, other_val)
    end,
  },
  inhibitor = { Sent2a { b, _ } },
  output    = { Sent2a { b, v } },
}
Phase2b = transition {
  test      = { Sent2a { b, v } },
  input     = { Acceptors { id = a, max_bal = max_bal, max_vbal = max_vbal, max_val = max_val } },
  guard     = "b >= max_bal",
  inhibitor = { Sent2b { a, b, v } },
  output    = {
    Acceptors { id = a, max_bal = b, max_vbal = b, max_val = Vote.Of(v) },
    Sent2b { a, b, v },
  },
}

local function is_chosen(votes, value)
  for ballot = 0, ballots - 1 do
    local voters = filter(votes, function(vote) return vote[2] == ballot and vote[3] == value end)
    if #voters >= 2 then return true end
  end
  return false
end
property "agreement" (INV(NF(function(M)
  return not (is_chosen(M.Sent2b, "left") and is_chosen(M.Sent2b, "right"))
end)))
property "no value is ever chosen" (INV(NF(function(M)
  return not is_chosen(M.Sent2b, "left") and not is_chosen(M.Sent2b, "right")
end)))
