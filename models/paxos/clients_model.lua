-- Paxos with clients that reach some of the replicas, and want some number of answers: who gets the
-- decided value, and who cannot.
--
-- What users set of a client is whom it asks and how many answers it needs. A leader proposes what it
-- is asked for: a replica that leads and that no client asks begins nothing, unless it hears of a vote
-- of an earlier leader, whose value it must bring to its end. All live replicas learn what is decided,
-- and each answers the clients that ask it. A client gets the value when as many of its replicas are
-- live as it needs answers, and a value is decided.
--
-- How to read it. A token Run is one run: Choose takes the clients one by one, each with the replicas
-- that it asks (a bit of `mask` for each) and its quorum; a replica may be down, then leaders lead, and
-- one may fail, as in init.lua; Judge observes what comes out.
--
-- Usage: cpngen generate models/paxos/clients_model.lua --spec clients --state-space -o FILE

replicas = param(3, { min = 2, max = 7, doc = "number of replicas" })
clients = param(2, { min = 1, max = 4, doc = "number of clients; client i proposes Mi" })
phase_one_failures = param(0, { min = 0, max = 1, doc = "leaders that may fail after phase one" })
phase_two_failures = param(0, { min = 0, max = 1, doc = "leaders that may fail after phase two" })
crashes = param(0, { min = 0, max = 1, doc = "replicas that may be down from the start" })
if phase_one_failures + phase_two_failures + crashes > (replicas - 1) // 2 then
  error("phase_one_failures + phase_two_failures + crashes is too much: no quorum is left")
end

quorum = replicas // 2 + 1

require "suites"

local all = (1 << replicas) - 1
Mask = range(1, all)
Call = record { mask = INT, quorum = INT } -- quorum 0: a majority of those that it asks
Run = record {
  calls = list(Call), -- by client
  down = INT, -- a replica; 0: none
  leaders = list(INT),
  failed = list(INT), -- of these
  failures = list(STRING), -- "P1Failure" or "P2Failure" of each
  value = STRING, -- that was voted for; "": none
  decided = BOOL,
}
var { run = Run, mask = Mask, size = range(0, replicas), a = range(1, replicas) }

-- A copy with some fields changed.
local function with(r, changes)
  local copy = {}
  for field, value in pairs(r) do copy[field] = value end
  for field, value in pairs(changes) do copy[field] = value end
  return copy
end

local function asks(call, i) return call.mask & (1 << (i - 1)) ~= 0 end
local function reached(call)
  return filter(range_list(1, replicas), function(i) return asks(call, i) end)
end
local function answers_of(call)
  return call.quorum == 0 and #reached(call) // 2 + 1 or call.quorum
end

local function leader_of(r) return r.leaders[#r.leaders] end

-- The next leader: the lowest replica that neither is down nor failed.
local function elect(r)
  local left = filter(range_list(1, replicas), function(i)
    return i ~= r.down and not contains(r.failed, i)
  end)
  return with(r, { leaders = append(r.leaders, { left[1] }) })
end

-- Its own value: of the first client that asks it; nil: nobody does.
local function own_value(r, i)
  local first = filter(range_list(1, #r.calls), function(c) return asks(r.calls[c], i) end)[1]
  return first and "M" .. first
end

function first_run()
  return {
    calls = {}, down = 0, leaders = { 1 }, failed = {}, failures = {}, value = "", decided = false,
  }
end

-- Two clients are as good the other way round: each is not before the one above it.
function can_choose(r, chosen, chosen_size)
  local call = { mask = chosen, quorum = chosen_size }
  local last = r.calls[#r.calls]
  return #r.calls < clients and chosen_size <= #reached(call)
    and (not last or last.mask < chosen or (last.mask == chosen and last.quorum <= chosen_size))
end
function choose(r, chosen, chosen_size)
  return with(r, { calls = append(r.calls, { { mask = chosen, quorum = chosen_size } }) })
end

-- All suspect who is down; the first replica is the leader until they do.
function go_down(r, i)
  local down = with(r, { down = i })
  return i == 1 and elect(down) or down
end

function has_begun(r) return r.value ~= "" or own_value(r, leader_of(r)) ~= nil end

-- A leader that fails after phase one leaves no vote behind, and one that fails after phase two votes of
-- all that live: its value is chosen.
function fail(r, kind)
  local leader = leader_of(r)
  local voted = kind == "P2Failure" and r.value == "" and own_value(r, leader) or r.value
  return elect(with(r, {
    failed = append(r.failed, { leader }), failures = append(r.failures, { kind }), value = voted,
  }))
end

function finish(r)
  if not has_begun(r) then return r end
  local value = r.value ~= "" and r.value or own_value(r, leader_of(r))
  return with(r, { value = value, decided = true })
end

local function is_answered(r, call)
  local live = filter(reached(call), function(i) return i ~= r.down end)
  return r.decided and #live >= answers_of(call)
end

-- XML ------------------------------------------------------------------------------------------

local function reach_node(call, c)
  local nodes = { xml.node("Value", "M" .. c) }
  if call.quorum > 0 then nodes = append(nodes, { xml.node("Quorum", call.quorum) }) end
  return xml.node("ClientReach", append(nodes, map(reached(call), function(i)
    return xml.node("ID", server_name(i))
  end)))
end

function input_nodes(r)
  local numbers = range_list(1, clients)
  local nodes = map(numbers, function(c) return xml.node("ClientPropose", "M" .. c) end)
  local proposers = filter(range_list(1, replicas), function(i) return own_value(r, i) end)
  nodes = append(nodes, map(proposers, function(i)
    return xml.node("LeaderProposal", {
      xml.node("ID", server_name(i)), xml.node("Value", own_value(r, i)),
    })
  end))
  nodes = append(nodes, map(numbers, function(c) return reach_node(r.calls[c], c) end))
  nodes = append(nodes, map(range_list(1, #r.failed), function(k)
    return xml.node(r.failures[k], server_name(r.failed[k]))
  end))
  if r.down == 0 then return nodes end
  return append(nodes, {
    xml.node("Crash", { xml.node("ID", server_name(r.down)), xml.node("At", "start") }),
  })
end

function output_nodes(r)
  local numbers = range_list(1, clients)
  local nodes = map(r.leaders, function(s) return xml.node("Leader", server_name(s)) end)
  local silent = filter(numbers, function(c) return not is_answered(r, r.calls[c]) end)
  if #silent < clients then nodes = append(nodes, { xml.node("Response", r.value) }) end
  return append(nodes, map(silent, function(c) return xml.node("Unanswered", "M" .. c) end))
end

-- The net --------------------------------------------------------------------------------------

Start = place(Run, { first_run() })
Leading, Over = place(Run), place(Run)
Crashes = place(UNIT, { copies(crashes, unit) })
PhaseOneFailures = place(UNIT, { copies(phase_one_failures, unit) })
PhaseTwoFailures = place(UNIT, { copies(phase_two_failures, unit) })

Choose = transition {
  input = { Start(run) },
  guard = function(run, mask, size) return can_choose(run, mask, size) end,
  output = { Start(function(run, mask, size) return choose(run, mask, size) end) },
}
GoDown = transition {
  input = { Start(run), Crashes(unit) },
  guard = function(run, a) return #run.calls == clients and a >= 1 end,
  output = { Start(function(run, a) return go_down(run, a) end) },
}
Begin = transition {
  input = { Start(run) },
  guard = function(run) return #run.calls == clients end,
  output = { Leading(run) },
}
FailAfterPhaseOne = transition {
  input = { Leading(run), PhaseOneFailures(unit) },
  guard = function(run) return has_begun(run) end,
  output = { Leading(function(run) return fail(run, "P1Failure") end) },
}
FailAfterPhaseTwo = transition {
  input = { Leading(run), PhaseTwoFailures(unit) },
  guard = function(run) return has_begun(run) end,
  output = { Leading(function(run) return fail(run, "P2Failure") end) },
}
Finish = transition {
  input = { Leading(run) },
  output = { Over(function(run) return finish(run) end) },
}
Judge = transition { input = { Over(run) } }

test "clients" {
  cases = "occurrences",
  observe = {
    [Judge] = function(run)
      return { stimulus("Inputs", { run = run }), response("Outputs", { run = run }) }
    end,
  },
  format = function(o)
    if o.kind == "stimulus" then return input_nodes(o.run) end
    return output_nodes(o.run)
  end,
  suite = function() return suite_of("clients", phase_one_failures, phase_two_failures) end,
}
