-- The kernel of single-decree Paxos: each proposer makes one attempt, with its own number as ballot and
-- as value, and every message is taken from the network once. models/paxos is the whole protocol, with
-- replicas, clients, failures and test cases; this model is for measuring.
--
-- Source: L. Lamport, "Paxos Made Simple" (2001).
--
--   cpngen space models/paxos_kernel.lua -D proposers=2 -D acceptors=3 --count
--   cpngen check models/paxos_kernel.lua
--
--   proposers  acceptors   markings        arcs   dead markings
--           2          3     98,160     506,256   7
--           2          4  1,747,604  11,296,284   9

proposers = param(2, { min = 1, max = 9, doc = "number of proposers" })
acceptors = param(3, { min = 1, max = 9, doc = "number of acceptors" })

local quorum = acceptors // 2 + 1 -- any two quorums have an acceptor in common
local NONE = 0 -- as a ballot: no ballot yet; as a value: no vote yet

Proposer, Acceptor, Count = range(1, proposers), range(1, acceptors), range(0, acceptors)
Ballot, Value = range(NONE, proposers), range(NONE, proposers)
Phase = enum { "idle", "preparing", "accepting" }
-- A proposer counts promises while it prepares; `highest` is the highest ballot voted in that they
-- told, and `value` what it will propose.
ProposerState = record { id = Proposer, phase = Phase, promises = Count, highest = Ballot, value = Value }
-- The ballot that an acceptor has promised, and its last vote.
AcceptorState = record { id = Acceptor, promised = Ballot, voted = Ballot, vote = Value }

PrepareMessage = product(Proposer, Acceptor)
PromiseMessage = product(Proposer, Acceptor, Ballot, Value) -- with the acceptor's last vote
AcceptMessage  = product(Proposer, Acceptor, Value)
LearnMessage   = product(Proposer, Acceptor)
ProposerxCount = product(Proposer, Count)

var {
  p = Proposer, a = Acceptor, promises = Count, n = Count,
  promised = Ballot, voted = Ballot, highest = Ballot,
  vote = Value, value = Value, best = Value,
}

local function initial_states(colour_set_size, make)
  return map(range_list(1, colour_set_size), make)
end

Proposers = place(ProposerState, initial_states(proposers, function(id)
  return { id = id, phase = "idle", promises = 0, highest = NONE, value = id }
end))
Acceptors = place(AcceptorState, initial_states(acceptors, function(id)
  return { id = id, promised = NONE, voted = NONE, vote = NONE }
end))
Learnt = place(ProposerxCount, initial_states(proposers, function(id) return { id, 0 } end)) -- votes seen

-- The network
Prepare, Promise = place(PrepareMessage), place(PromiseMessage)
Accept, Learn    = place(AcceptMessage), place(LearnMessage)

-- Phase one
Start = transition {
  input  = { Proposers { id = p, phase = "idle", promises = promises, highest = highest, value = value } },
  output = {
    Proposers { id = p, phase = "preparing", promises = promises, highest = highest, value = value },
    Prepare { p, all },
  },
}
GivePromise = transition {
  input  = { Prepare { p, a }, Acceptors { id = a, promised = promised, voted = voted, vote = vote } },
  guard  = "p > promised",
  output = {
    Acceptors { id = a, promised = p, voted = voted, vote = vote },
    Promise { p, a, voted, vote },
  },
}
IgnorePrepare = transition {
  input = { Prepare { p, a } },
  test  = { Acceptors { id = a, promised = promised, voted = voted, vote = vote } },
  guard = "p <= promised",
}

function best_value(voted, vote, highest, value) return voted > highest and vote or value end

CollectPromise = transition {
  input = {
    Promise { p, a, voted, vote },
    Proposers { id = p, phase = "preparing", promises = promises, highest = highest, value = value },
  },
  guard  = function(promises) return promises + 1 < quorum end,
  output = {
    Proposers {
      id = p, phase = "preparing",
      promises = expr "promises + 1",
      highest  = expr "math.max(voted, highest)",
      value    = expr "best_value(voted, vote, highest, value)",
    },
  },
}

-- Phase two: with promises from a quorum, the proposer proposes the value of the highest vote that they
-- told, or its own when they told none.
StartPhaseTwo = transition {
  input = {
    Promise { p, a, voted, vote },
    Proposers { id = p, phase = "preparing", promises = promises, highest = highest, value = value },
  },
  guard  = function(promises) return promises + 1 == quorum end,
  let    = { best = expr "best_value(voted, vote, highest, value)" },
  output = {
    Proposers { id = p, phase = "accepting", promises = 0, highest = NONE, value = best },
    Accept { p, all, best },
  },
}
IgnorePromise = transition { -- it comes after the quorum
  input = { Promise { p, a, voted, vote } },
  test  = {
    Proposers { id = p, phase = "accepting", promises = promises, highest = highest, value = value },
  },
}
Vote = transition {
  input  = {
    Accept { p, a, value },
    Acceptors { id = a, promised = promised, voted = voted, vote = vote },
  },
  guard  = "p >= promised",
  output = {
    Acceptors { id = a, promised = p, voted = p, vote = value },
    Learn { p, a },
  },
}
IgnoreAccept = transition {
  input = { Accept { p, a, value } },
  test  = { Acceptors { id = a, promised = promised, voted = voted, vote = vote } },
  guard = "p < promised",
}

CountVote = transition {
  input  = { Learn { p, a }, Learnt { p, n } },
  output = { Learnt { p, expr "n + 1" } },
}

-- Proposers that have seen a quorum of votes for their value have the same one.
property "agreement" (INV(NF(function(M)
  local function is_chosen(proposer)
    return #filter(M.Learnt, function(seen) return seen[1] == proposer.id and seen[2] >= quorum end) > 0
  end
  local chosen = filter(M.Proposers, is_chosen)
  return #filter(chosen, function(proposer) return proposer.value ~= chosen[1].value end) == 0
end)))
