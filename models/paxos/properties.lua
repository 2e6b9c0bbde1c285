-- What Paxos promises, as ASK-CTL formulas over the model's markings.

-- The values that a quorum of acceptors has voted for in one round.
local function is_chosen(acceptors, value)
  local votes = {}
  for _, state in ipairs(acceptors) do
    local vote = state[3]
    if vote.tag == "For" and vote.value[2] == value then
      local rnd = vote.value[1]
      votes[rnd] = (votes[rnd] or 0) + 1
      if votes[rnd] == quorum then return true end
    end
  end
  return false
end

local function chosen(value)
  return NF(function(M) return is_chosen(M.Replicas.Acceptor.AcceptorState, value) end)
end

local function proposed(value) -- its client's request is no longer waiting to be sent
  return NF(function(M)
    return #filter(M.Clients.ClientRequest, function(request) return request[2] == value end) == 0
  end)
end

-- By some learner or client, or going to be, since a Commit is on its way. (In the reduced model
-- learners come late, so that what they know by then would say little.)
local function learned(value)
  local function has_value(token) return token[2] == value end
  local function says_value(token) return token[2].value[2] == value end
  return NF(function(M)
    return #filter(M.Replicas.PtoLCommit, says_value) > 0
      or #filter(M.Replicas.Learner.Learned, has_value) > 0
      or #filter(M.Clients.ServerResponse, has_value) > 0
  end)
end

local function every_client_learned(value)
  return NF(function(M)
    local told = filter(M.Clients.ServerResponse, function(token) return token[2] == value end)
    return #told == clients
  end)
end

local function implies(a, b) return OR(NOT(a), b) end

-- The conjunction, or disjunction, of formula(v) over all values v (of formula(v, w), v ~= w).
local function for_all(formula)
  local all_of
  for i = 1, clients do
    local f = formula("M" .. i)
    all_of = all_of and AND(all_of, f) or f
  end
  return all_of
end
local function for_some(formula)
  return NOT(for_all(function(v) return NOT(formula(v)) end))
end
local function for_all_others(value, formula)
  return for_all(function(other) return other == value and TT or formula(other) end)
end

-- S1: only a value that has been proposed is chosen.
property "S1" (INV(for_all(function(v) return implies(chosen(v), proposed(v)) end)))

-- S2: only a single value is chosen: once one is, no other is, now or later.
property "S2" (INV(for_all(function(v)
  return implies(chosen(v), INV(for_all_others(v, function(w) return NOT(chosen(w)) end)))
end)))

-- S3: only a chosen value is learned. (A chosen one stays visible once a learner is told: the
-- leader that tells it has the highest round there is, and proposes nothing else any more.)
property "S3" (INV(for_all(function(v) return implies(learned(v), chosen(v)) end)))

-- L1: some proposed value is eventually chosen.
property "L1" (EV(for_some(chosen)))

-- L2: once a value is chosen, every client eventually learns it.
property "L2" (INV(for_all(function(v) return implies(chosen(v), EV(every_client_learned(v))) end)))
