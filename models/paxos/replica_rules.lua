-- What replica_model.lua computes: the detectors, the proposer and the learner of one replica, an event
-- at a time, and the elements of a step.

local peers = filter(range_list(1, replicas), function(a) return a ~= own end)

local function pings_of(period)
  return map(peers, function(a) return { period = period, a = a } end)
end

local idle = { phase = "idle", rnd = -1, value = "" }

function first_state()
  return {
    period = 1, open = pings_of(1), alive = peers, was_late = false, suspected = {}, growths = 0,
    leader = 1, phase = "idle", crnd = -1, refused = -1, voted = -1, settled = -1, asked = "",
    value = "", decided_rnd = -1, decided = "", learned_rnd = -1, learned = "", waiting = 0,
    call = idle, answered = 0,
  }
end

-- A new step begins: what the last one brought is told.
function forgets_step(state)
  state.call, state.answered = idle, 0
  return state
end

-- The proposer ---------------------------------------------------------------------------------

local function begin_call(state, phase, rnd, value)
  state.phase, state.value = phase, value
  state.call = { phase = phase, rnd = rnd, value = phase == "prepare" and "" or value }
end

-- The lowest of its rounds (those that leave own - 1 when divided by replicas) above `floor`.
local function next_round(floor) return floor + 1 + (own - 2 - floor) % replicas end

local function begin_round(state, value)
  state.crnd = next_round(math.max(state.crnd, state.refused))
  begin_call(state, "prepare", state.crnd, value)
end

-- A leader without a call commits what is decided, or proposes: its clients' value, or, without one,
-- what others may have voted for.
local function advance(state)
  if state.phase ~= "idle" or state.leader ~= own then return end
  if state.decided ~= "" then
    begin_call(state, "commit", state.decided_rnd, state.decided)
  elseif state.asked ~= "" or state.voted > state.settled then
    begin_round(state, state.asked)
  end
end

function is_calling(state) return contains({ "prepare", "accept", "commit" }, state.phase) end

-- Clients and decisions ------------------------------------------------------------------------

function requested(state, value)
  forgets_step(state)
  if state.learned ~= "" then
    state.answered = 1
    return state
  end
  state.waiting = state.waiting + 1
  if state.asked == "" then state.asked = value end
  advance(state)
  return state
end

-- What others decided. Without an own decision, it is a value that nobody here proposed.
function decision_for(state)
  if state.decided ~= "" then return { rnd = state.decided_rnd, value = state.decided } end
  return { rnd = state.crnd + 1, value = "D" }
end

-- The learner learns, the proposer knows, and clients that wait are answered.
function told(state, decision)
  if state.learned == "" then
    state.learned_rnd, state.learned = decision.rnd, decision.value
    state.answered, state.waiting = state.waiting, 0
  end
  if state.decided == "" then state.decided_rnd, state.decided = decision.rnd, decision.value end
  advance(state)
  return state
end

-- What survives: the round that it began, and what it learned. Clients that wait get no answer.
function restarted(state)
  local new = first_state()
  new.crnd = state.crnd
  new.learned_rnd, new.learned = state.learned_rnd, state.learned
  new.decided_rnd, new.decided = state.learned_rnd, state.learned
  advance(new)
  return new
end

-- Periods --------------------------------------------------------------------------------------

function can_say(state, ping, saying)
  if saying == "silent" then return true end
  if ping.period < state.period and not late then return false end
  if saying == "vote" then return votes end
  if saying == "decision" then return decisions > 0 end
  return saying == "alive"
end

function answer(state, ping, saying)
  local decision = saying == "decision" and decision_for(state) or { rnd = -1, value = "" }
  local vrnd = saying == "vote" and math.max(state.crnd, state.voted) + 1 or -1
  return { ping = ping, vrnd = vrnd, rnd = decision.rnd, value = decision.value }
end

function heard(state, ping, saying)
  if saying == "silent" then return state end
  state.open = remove(state.open, ping)
  if ping.period < state.period then
    state.was_late = true
  elseif not contains(state.alive, ping.a) then
    state.alive = insert(state.alive, ping.a)
  end
  local said = answer(state, ping, saying)
  state.voted = math.max(state.voted, said.vrnd)
  if saying == "decision" then return state.learned == "" and told(state, said) or state end
  -- Somebody does not know what was decided: it is to be committed again.
  if state.phase == "committed" then state.phase = "idle" end
  return state
end

function timed_out(state)
  local suspected = filter(peers, function(a) return not contains(state.alive, a) end)
  local restored = filter(state.suspected, function(a) return not contains(suspected, a) end)
  if #restored > 0 or state.was_late then state.growths = state.growths + 1 end
  state.suspected, state.alive, state.was_late = suspected, {}, false
  state.period = state.period + 1
  state.open = append(state.open, pings_of(state.period))
  state.leader = filter(range_list(1, replicas), function(a) return not contains(suspected, a) end)[1]
  advance(state)
  return state
end

-- Replies --------------------------------------------------------------------------------------

-- Once something is decided, others do not promise or vote without saying so.
function can_reply(state, kind)
  if kind == "fail" then return true end
  if kind == "agree" then return state.phase == "commit" or state.learned == "" end
  if kind == "near_refusal" or kind == "far_refusal" then return state.phase ~= "commit" end
  local least = kind == "low_vote" and 2 or 1
  return state.phase == "prepare" and state.crnd >= least and state.learned == ""
end

function reply(state, a, kind)
  local rounds = {
    low_vote = state.crnd - 2, high_vote = state.crnd - 1, near_refusal = state.crnd + 1,
    far_refusal = state.crnd + 2 * replicas + 1, agree = -1, fail = -1,
  }
  local is_vote = kind == "low_vote" or kind == "high_vote"
  return { a = a, kind = kind, rnd = rounds[kind], value = is_vote and "R" .. rounds[kind] or "" }
end

-- The call ends with the reply that makes a quorum, or after which there can be none.
local function end_of_call(phase, replies)
  local agree, vote, refused = 0, { rnd = -1, value = "" }, -1
  for i, r in ipairs(replies) do
    if r.kind == "near_refusal" or r.kind == "far_refusal" then
      refused = math.max(refused, r.rnd)
    elseif r.kind ~= "fail" then
      agree = agree + 1
      if r.rnd > vote.rnd then vote = r end
    end
    if agree >= sizes[phase] then return true, vote, -1 end
    if agree + replicas - i < sizes[phase] then return false, vote, refused end
  end
end

function replied(state, replies)
  local is_quorum, vote, refused = end_of_call(state.phase, replies)
  if not is_quorum then
    state.phase, state.refused = "idle", math.max(state.refused, refused)
  elseif state.phase == "commit" then
    state.phase = "committed"
  elseif state.phase == "accept" then
    state.decided_rnd, state.decided = state.crnd, state.value
    begin_call(state, "commit", state.crnd, state.value)
  else
    state.settled = state.crnd
    local value = vote.rnd >= 0 and vote.value or state.value
    if value == "" then
      state.phase = "idle"
      advance(state)
    else
      begin_call(state, "accept", state.crnd, value)
    end
  end
  return state
end

-- Elements -------------------------------------------------------------------------------------

local function round_value(name, rnd, value)
  return xml.node(name, { xml.node("Rnd", rnd), xml.node("Val", value) })
end

local function answer_node(said)
  local nodes = { xml.node("ID", server_name(said.ping.a)), xml.node("Of", said.ping.period) }
  if said.vrnd >= 0 then nodes[#nodes + 1] = xml.node("Vrnd", said.vrnd) end
  if said.value ~= "" then nodes[#nodes + 1] = round_value("Knows", said.rnd, said.value) end
  return xml.node("Answer", nodes)
end

local function reply_node(r)
  local nodes = { xml.node("ID", server_name(r.a)) }
  if r.kind == "fail" then return xml.node("Fail", nodes) end
  if r.kind == "near_refusal" or r.kind == "far_refusal" then
    return xml.node("Refuse", append(nodes, { xml.node("Rnd", r.rnd) }))
  end
  if r.rnd >= 0 then
    nodes = append(nodes, { xml.node("Vrnd", r.rnd), xml.node("Vval", r.value) })
  end
  return xml.node("Agree", nodes)
end

local function event_node(o)
  if o.name == "Start" then return xml.node("Start", server_name(own)) end
  if o.name == "ClientRequest" then return xml.node("ClientRequest", o.value) end
  if o.name == "Decision" then return round_value("Decision", o.decision.rnd, o.decision.value) end
  if o.name == "Replies" then return xml.node("Replies", map(o.replies, reply_node)) end
  return xml.node("Period", map(o.answers, answer_node))
end

local function ids(name, list)
  return map(list, function(a) return xml.node(name, server_name(a)) end)
end

function step_nodes(o)
  local nodes = { event_node(o) }
  if o.name == "Period" then
    local found = append(ids("Suspect", o.suspects), ids("Restore", o.restores))
    found = append(found, { xml.node("Growths", o.growths), xml.node("Leader", server_name(o.leader)) })
    nodes[#nodes + 1] = xml.node("ExpectDetectors", found)
  end
  if o.call.phase ~= "idle" then
    local call = { xml.node("Phase", o.call.phase), xml.node("Rnd", o.call.rnd) }
    if o.call.phase ~= "prepare" then call[3] = xml.node("Val", o.call.value) end
    nodes[#nodes + 1] = xml.node("ExpectCall", call)
  end
  for _ = 1, o.answered do nodes[#nodes + 1] = xml.node("ExpectClient", o.learned) end
  return xml.node("TestValue", nodes)
end
