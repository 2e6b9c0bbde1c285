-- What faults_model.lua computes: how a phase goes with the faults that hit it, what a fault makes of
-- a run, and when a fault can happen at all.

local requests = { "prepare", "accept", "commit" }
local replies = { "promise", "learn", "committed" }
local quorums = { "phase_one_quorum", "phase_two_quorum", "phase_three_quorum" }

-- A copy with some fields changed.
local function with(run, changes)
  local copy = {}
  for field, value in pairs(run) do copy[field] = value end
  for field, value in pairs(changes) do copy[field] = value end
  return copy
end

local function plus(list, x) return append(list, { x }) end

-- The value that a replica takes for its own when it leads.
local function own_value(s) return "M" .. ((s - 1) % clients + 1) end

function first_run()
  return {
    phase = 1, s = 1, rnd = 1, value = "", hits = {}, faults = {}, leaders = { 1 }, failed = {},
    down = {}, back = {}, cut = {}, returns = 0, failures = 0, counted = true, open = false,
    calm = false,
    acceptors = map(range_list(1, replicas), function() return { 0, 0, "" } end),
  }
end

function with_fault(run, fault)
  local whole = { message = "", at = "", ["until"] = "", restart = "", round = "" }
  for field, value in pairs(fault) do whole[field] = value end
  return with(run, { faults = plus(run.faults, whole) })
end

local function is_present(run, a) return not contains(run.down, a) and not contains(run.cut, a) end

-- Struck by a fault of its own already.
local function is_struck(run, a)
  return #filter(run.faults, function(fault) return contains(fault.ids, a) end) > 0
end

-- The next leader begins its first round: the lowest replica that neither failed nor is away.
local function take_over(run)
  local candidates = filter(range_list(1, replicas), function(i)
    return is_present(run, i) and not contains(run.failed, i)
  end)
  return with(run, {
    s = candidates[1], leaders = plus(run.leaders, candidates[1]), phase = 1, rnd = run.rnd + 1,
    hits = {},
  })
end

-- Phases ---------------------------------------------------------------------------------------

local function hit_on(run, a)
  return filter(run.hits, function(h) return h.a == a end)[1]
end
local function holds_back(h) return h.what == "Delay" or h.what == "Reorder" end
local function gets_request(run, a)
  local h = hit_on(run, a)
  return not (h and h.way == "request" and h.what ~= "Duplicate")
end
local function gives_reply(run, a)
  local h = hit_on(run, a)
  return gets_request(run, a) and not (h and h.way == "reply" and h.what ~= "Duplicate")
end

-- Does acceptor or learner a agree to what the phase asks?
local function agrees(run, a)
  local promised = run.acceptors[a][1]
  return run.phase == 3 or (run.phase == 2 and run.rnd >= promised) or run.rnd > promised
end

local function supporters(run)
  return filter(range_list(1, replicas), function(a)
    return is_present(run, a) and gives_reply(run, a) and agrees(run, a)
  end)
end

-- How many replies the phase needs; users may set each.
local sizes = { prepare_quorum, accept_quorum, commit_quorum }
function quorum_of(phase) return sizes[phase] == 0 and quorum or sizes[phase] end
local largest = math.max(quorum_of(1), quorum_of(2), quorum_of(3))

function has_quorum(run) return #supporters(run) >= quorum_of(run.phase) end

-- Without a quorum, a call that waits for what a fault holds back never ends.
function waits_for_ever(run)
  return not has_quorum(run) and #filter(run.hits, holds_back) > 0
end

-- The value that the promises bind the leader to, and whether another quorum among them would bind it
-- to another one.
local function value_of_promises(run)
  local votes = map(supporters(run), function(a)
    local _, vrnd, vval = table.unpack(run.acceptors[a])
    return { vrnd, vrnd > 0 and vval or own_value(run.s) }
  end)
  table.sort(votes, function(x, y) return x[1] > y[1] end)
  local differs = false
  for i = 2, #votes - quorum_of(1) + 1 do differs = differs or votes[i][2] ~= votes[1][2] end
  return votes[1][2], differs
end

local function acceptors_after(run)
  return map(range_list(1, replicas), function(a)
    local state = run.acceptors[a]
    if run.phase == 3 or not (is_present(run, a) and gets_request(run, a) and agrees(run, a)) then
      return state
    end
    if run.phase == 2 then return { run.rnd, run.rnd, run.value } end
    return { run.rnd, state[2], state[3] }
  end)
end

-- The run after its phase: those that crashed in it are down, or back already.
function run_phase(run)
  local crashed = filter(run.hits, function(h) return h.what == "Crash" end)
  local down = fold(crashed, run.down, function(list, h) return plus(list, h.a) end)
  local after = with(run, { acceptors = acceptors_after(run), down = down })
  if has_quorum(run) then
    if run.phase > 1 then return after end
    local value, differs = value_of_promises(run)
    return with(after, { value = value, open = run.open or differs })
  end
  local phase = run.phase == 3 and 3 or 1
  return with(after, { phase = phase, rnd = run.rnd + 1, failures = run.failures + 1, hits = {} })
end

function next_phase(run) return with(run, { phase = run.phase + 1, hits = {} }) end

-- In the end whoever was away is there again, and leads, if it led.
function finish(run)
  if run.returns == 0 then return run end
  return with(run, { leaders = plus(run.leaders, run.returns) })
end

-- Faults on messages ---------------------------------------------------------------------------

local order_of_ways = { request = 0, reply = 1 }
local order_of_kinds = { Drop = 0, Delay = 1, Duplicate = 2, Reorder = 3, Crash = 4 }
local function rank(h) return (h.a * 2 + order_of_ways[h.way]) * 8 + order_of_kinds[h.what] end

local function has_reorder(run)
  return #filter(run.faults, function(fault) return fault.kind == "Reorder" end) > 0
end

-- One fault for each replica and phase, in a fixed order, so that each set of faults comes about once;
-- and none after a reordering, which needs the next message to come through.
function can_hit(run, what, way, a)
  if run.calm or has_reorder(run) or not is_present(run, a) then return false end
  -- A leader that failed neither pings nor answers: nobody would tell it again.
  local is_told_once = run.phase == 3 and way == "request" and contains(run.failed, a)
  if is_told_once and what == "Drop" then return false end
  local last = run.hits[#run.hits]
  if last and last.a >= a then return false end
  return last == nil or rank(last) < rank { what = what, way = way, a = a }
end

-- Only a point at or after the quorum of this phase is sure to come.
function comes_later(run, point)
  for phase = run.phase, 3 do
    if quorums[phase] == point then return true end
  end
  return false
end

function hit(run, what, way, a, point)
  local ends = way == "request" and { run.s, a } or { a, run.s }
  local message = (way == "request" and requests or replies)[run.phase]
  local hits = plus(run.hits, { what = what, way = way, a = a })
  return with_fault(with(run, { hits = hits }), {
    kind = what, ids = ends, message = message, ["until"] = point,
  })
end

-- Crashes --------------------------------------------------------------------------------------

local function restart_word(back) return back == "never" and "" or back end

-- Nothing has happened to it, and a quorum remains.
function can_strike(run, a) return not run.calm and not is_struck(run, a) end
function can_go_down(run, a)
  return can_strike(run, a) and is_present(run, a) and #run.down < replicas - largest
end

local function with_crash(run, a, at, back)
  return with_fault(run, { kind = "Crash", ids = { a }, at = at, restart = restart_word(back) })
end

-- A leader that comes back when all have learned leads again.
local function goes_down(run, a, back)
  local changed = with(run, { down = plus(run.down, a) })
  if back == "decided" then changed = with(changed, { back = plus(run.back, a) }) end
  if a ~= run.s then return changed end
  -- What it tries before it has learned may fail.
  if back == "decided" and a == 1 then
    changed = with(changed, { returns = a, counted = false })
  end
  return take_over(changed)
end

function crash(run, a, at, back) return goes_down(with_crash(run, a, at, back), a, back) end

function fail_write(run, a)
  return goes_down(with_fault(run, { kind = "FailedWrite", ids = { a } }), a, "never")
end

-- An acceptor or learner, but the leader's, right after it acted for the first time in its life.
function can_crash_acting(run, a)
  local state = run.acceptors[a]
  local acts_first = (run.phase == 1 and state[1] == 0) or (run.phase == 2 and state[2] == 0)
  local is_first = #run.hits == 0 or run.hits[#run.hits].a < a
  return acts_first and is_first and a > run.s and agrees(run, a) and can_go_down(run, a)
    and not has_reorder(run)
end

function crash_acting(run, a, back)
  local at = run.phase == 1 and "promise" or "vote"
  -- The reply is lost with it; one that comes back at once is there for the next phase.
  local what = back == "at_once" and "Drop" or "Crash"
  local hits = plus(run.hits, { what = what, way = "reply", a = a })
  local changed = with(run, { hits = hits })
  if back == "decided" then changed = with(changed, { back = plus(run.back, a) }) end
  return with_crash(changed, a, at, back)
end

-- Leaders --------------------------------------------------------------------------------------

-- Somebody is left to lead, and what this phase holds back does not need its next one.
function can_fail(run)
  return not run.calm and not has_reorder(run)
    and #run.failed + #run.down + 1 <= replicas - 1 and #run.failed + 1 <= replicas // 2
end

function leader_fails(run, kind)
  local failed = with_fault(run, { kind = kind, ids = { run.s } })
  return take_over(with(failed, { failed = plus(run.failed, run.s) }))
end

-- After phase three the system has its answer: only a leader that comes back has something to do.
function can_crash_leader(run, back)
  return (run.phase < 3 or back == "at_once") and can_fail(run) and can_go_down(run, run.s)
end

-- One that knows the decided value goes on with phase three.
function crash_leader(run, back)
  local crashed = with_crash(run, run.s, quorums[run.phase], back)
  if back ~= "at_once" then return goes_down(crashed, run.s, back) end
  local again = with(crashed, { hits = {}, counted = false })
  if run.phase == 3 then return again end
  return with(again, { phase = 1, rnd = run.rnd + 1 })
end

-- These three meet with no other fault: what would come of that is not determined.
local function is_undisturbed(run) return #run.faults == 0 end
function can_be_overtaken(run) return is_undisturbed(run) and largest < replicas end

-- The leader hears nothing, and nobody hears from it, until another one has come to the point. Its
-- accepts, when they arrive, are refused.
function suspect(run, point)
  local silent = with_fault(run, {
    kind = "FalseSuspicion", ids = { run.s }, at = quorums[run.phase], ["until"] = point,
  })
  local failures = run.failures + (run.phase == 1 and 1 or 0)
  return take_over(with(silent, { cut = { run.s }, returns = run.s, failures = failures, calm = true }))
end

function can_be_cut_off(run, a, b)
  local size = a == b and 1 or 2
  return is_undisturbed(run) and a <= b and size <= replicas - largest
end

-- A leader that is cut off tries in vain, as often as time passes; all others suspect it. When it can be
-- heard again before a value is chosen, a try of its own may come in between.
function cut_off(run, a, b, point)
  local side = a == b and { a } or { a, b }
  local cut = with(with_fault(run, { kind = "Partition", ids = side, ["until"] = point }),
    { cut = side, calm = true })
  if a ~= run.s then return cut end
  if point == "phase_one_quorum" then cut = with(cut, { open = true }) end
  return take_over(with(cut, { returns = run.s, counted = false }))
end

function can_propose_beside(run, a)
  return is_undisturbed(run) and run.phase == 1 and a ~= run.s
end

-- Above the leader's round the second proposer wins, and the leader's accepts are refused. Below it,
-- where the leader is in its second round, the second proposer is refused.
function propose_beside(run, a, order)
  local beside = with_fault(run, { kind = "SecondProposer", ids = { a }, round = order })
  if order == "lower" then
    return with(beside, { phase = 2, hits = {}, failures = run.failures + 2, calm = true })
  end
  return with(beside, {
    phase = 1, s = a, rnd = run.rnd + 1, hits = {}, failures = run.failures + 1, calm = true,
  })
end

-- XML ------------------------------------------------------------------------------------------

local function word(name, text) return text ~= "" and { xml.node(name, text) } or {} end

local function fault_node(fault)
  local ids = map(fault.ids, server_name)
  if fault.kind == "P1Failure" or fault.kind == "P2Failure" then
    return xml.node(fault.kind, ids[1])
  end
  local nodes = word("Message", fault.message)
  if fault.message ~= "" then
    nodes = append(nodes, { xml.node("From", ids[1]), xml.node("To", ids[2]) })
  else
    nodes = map(ids, function(id) return xml.node("ID", id) end)
  end
  nodes = append(nodes, word("At", fault.at))
  nodes = append(nodes, word("Until", fault["until"]))
  nodes = append(nodes, word("Restart", fault.restart))
  return xml.node(fault.kind, append(nodes, word("Round", fault.round)))
end

local function is_failure(fault) return fault.kind == "P1Failure" or fault.kind == "P2Failure" end

function input_nodes(run)
  local nodes = map(range_list(1, clients), function(c) return xml.node("ClientPropose", "M" .. c) end)
  if clients > 1 then
    nodes = append(nodes, map(range_list(1, replicas), function(s)
      return xml.node("LeaderProposal", {
        xml.node("ID", server_name(s)), xml.node("Value", own_value(s)),
      })
    end))
  end
  nodes = append(nodes, map(filter(run.faults, is_failure), fault_node))
  local others = filter(run.faults, function(fault) return not is_failure(fault) end)
  return append(nodes, map(others, fault_node))
end

-- With several clients, a leader without a quorum tries again when the next one asks, so that how
-- often phases fail is open then, unless none does.
function output_nodes(run)
  local nodes = map(run.leaders, function(s) return xml.node("Leader", server_name(s)) end)
  local response = run.open and xml.node("AnyResponse", "") or xml.node("Response", run.value)
  nodes = append(nodes, { response })
  local counted = run.counted and (clients == 1 or run.failures == 0)
  return append(nodes, counted and { xml.node("FailedPhases", run.failures) } or {})
end
