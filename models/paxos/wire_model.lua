-- The server of one replica of three, and a tester that sends it `messages` messages, one after the
-- other, in and out of range, while it lives its life: it gets its peers, drains, stops; clients that
-- wait go away. What each sender learns, and what the replica has saved in the end, follows from
-- docs/paxos_service.md: a message with a part that is out of range is refused and changes nothing; a
-- server that has no peers yet, or has stopped, is unavailable; so is one that drains, to new clients. A
-- client's call waits for the decided value.
--
-- The second specification sends a replica the replies of a peer, each by itself.
--
-- Usage: cpngen generate models/paxos/wire_model.lua --spec wire --state-space -o FILE
--        (or --spec wire_replies)

messages = param(2, { min = 1, max = 4, doc = "number of messages" })
life = param(false, { doc = "does the server's life begin and end among the messages?" })
odd = param(true, { doc = "are there messages out of range?" })

replicas = 3 -- what suites.lua asks for
quorum = 2

require "suites"

-- Numbers of rounds and lengths, in and out of range.
Rnd = enum { "below", "first", "last", "beyond" }
Length = enum { "short", "longest", "too_long", "unread" }
Sender = enum { "nobody", "peer", "last_peer", "stranger" }
local rounds = { below = -1, first = 0, last = 1 << 62, beyond = (1 << 62) + 1 }
local lengths = { short = 1, longest = 1 << 20, too_long = (1 << 20) + 1, unread = 2000000 }
local senders = { nobody = -1, peer = 0, last_peer = 2, stranger = 3 }

Request = union {
  Prepare = Rnd,
  Accept = product(Rnd, Length),
  Commit = product(Rnd, Length),
  Ping = Sender,
  Propose = Length,
  Wait = UNIT,
  Status = UNIT,
}
Phase = enum { "listening", "serving", "draining", "stopped" }
Outcome = enum { "open", "answered", "refused", "unavailable", "cancelled" }
-- Rounds that are saved: 0 for none, 1 for `first`, 2 for `last`.
Saved = record { promised = range(0, 2), vrnd = range(0, 2), decided = range(0, 2) }
Server = record { phase = Phase, drained = BOOL, saved = Saved, outcomes = list(Outcome), waits = BOOL }

var {
  left = range(0, messages),
  server = Server,
  server2 = Server,
  request = Request,
  phase = Phase,
}

Left = place(range(0, messages), { messages })
State = place(Server, {
  {
    phase = life and "listening" or "serving",
    drained = false,
    saved = { promised = 0, vrnd = 0, decided = 0 },
    outcomes = {},
    waits = false,
  },
})

local function is_round(rnd) return rnd == "first" or rnd == "last" end
local function is_length(length) return length == "short" or length == "longest" end
local ranks = { first = 1, last = 2 }

function in_range(request)
  local tag, value = request.tag, request.value
  if tag == "Prepare" then return is_round(value) end
  if tag == "Accept" or tag == "Commit" then return is_round(value[1]) and is_length(value[2]) end
  if tag == "Ping" then return value == "peer" or value == "last_peer" end
  return tag ~= "Propose" or is_length(value)
end

-- Which messages are sent: not every length with every round, and nothing that is too long for a
-- stream, which a peer's message ends as a whole. Without odd ones, one of each kind.
function is_sent(request)
  local tag, value = request.tag, request.value
  local has_both = tag == "Accept" or tag == "Commit"
  if has_both and (value[2] == "unread" or value[1] ~= "first" and value[2] ~= "short") then
    return false
  end
  if odd then return true end
  if tag == "Prepare" then return value == "first" end
  if has_both then return value[1] == "first" and value[2] == "short" end
  if tag == "Ping" then return value == "peer" end
  return tag ~= "Propose" or value == "short"
end

local function end_open(server, outcome)
  server.outcomes = map(server.outcomes, function(o) return o == "open" and outcome or o end)
  server.waits = false
end

-- The acceptor and the learner.
local function handle(server, request)
  local saved = server.saved
  if request.tag == "Prepare" then
    saved.promised = math.max(saved.promised, ranks[request.value])
  elseif request.tag == "Accept" then
    local rank = ranks[request.value[1]]
    if rank >= saved.promised then saved.promised, saved.vrnd = rank, rank end
  elseif request.tag == "Commit" then
    if saved.decided == 0 then saved.decided = ranks[request.value[1]] end
    end_open(server, "answered")
  end
end

function after(server, request)
  local is_client = request.tag == "Propose" or request.tag == "Wait"
  local outcome = "answered"
  if is_client and server.drained and request.value ~= "unread" then
    outcome = "unavailable"
  elseif not in_range(request) then
    outcome = "refused"
  elseif server.phase == "listening" or server.phase == "stopped" then
    outcome = "unavailable"
  elseif is_client and server.saved.decided == 0 then
    outcome = "open"
    server.waits = server.waits or request.tag == "Wait"
  elseif not is_client then
    handle(server, request)
  end
  server.outcomes = append(server.outcomes, { outcome })
  return server
end

local next_phase = { listening = "serving", serving = "draining", draining = "stopped" }

-- A drain that meets a client's Wait is left out: nobody knows whether the call had arrived.
function can_become(server, phase)
  local is_next = next_phase[server.phase] == phase or server.phase == "serving" and phase == "stopped"
  return life and is_next and not (phase == "draining" and server.waits)
end

function become(server, phase)
  server.phase = phase
  server.drained = server.drained or phase == "draining"
  if phase == "stopped" then end_open(server, "unavailable") end
  return server
end

function vanished(server)
  end_open(server, "cancelled")
  return server
end

Send = transition {
  input = { Left(left), State(server) },
  guard = function(left, request) return left > 0 and is_sent(request) end,
  let = { server2 = function(server, request) return after(server, request) end },
  output = { Left(expr "left - 1"), State(server2) },
}
Step = transition {
  input = { State(server) },
  guard = function(server, phase) return can_become(server, phase) end,
  let = { server2 = function(server, phase) return become(server, phase) end },
  output = { State(server2) },
}
Vanish = transition {
  input = { State(server) },
  guard = function(server) return contains(server.outcomes, "open") end,
  let = { server2 = function(server) return vanished(server) end },
  output = { State(server2) },
}
-- The end of the case stops the server.
End = transition {
  input = { Left(0), State(server) },
  let = { server2 = function(server) return become(server, "stopped") end },
}

-- The replies of a peer.
Reply = union {
  Promise = product(Rnd, Rnd, Length),
  FirstPromise = Rnd,
  PrepareRefusal = Rnd,
  NoPromise = UNIT,
  Learn = product(Rnd, Length),
  AcceptRefusal = Rnd,
  NoLearn = UNIT,
  Committed = UNIT,
  Alive = Rnd,
  AliveDecided = product(Rnd, Rnd, Length),
}
var { reply = Reply }

local with_vote = { Promise = true, AliveDecided = true }

-- The transport reads whatever length comes: a value is too long from 2^20 + 1 on.
function is_sound(reply)
  local tag, value = reply.tag, reply.value
  if tag == "NoPromise" or tag == "NoLearn" then return false end
  if tag == "Committed" then return true end
  if with_vote[tag] then return is_round(value[1]) and is_round(value[2]) and is_length(value[3]) end
  if tag == "Learn" then return is_round(value[1]) and is_length(value[2]) end
  return is_round(value)
end

Receive = transition {
  test = { Left(messages) },
  guard = function(reply) return reply ~= nil end,
}

local function number(name, value) return xml.node(name, value) end

local function request_nodes(request)
  local tag, value = request.tag, request.value
  local nodes = { xml.node("Type", string.lower(tag)) }
  if tag == "Prepare" then
    nodes[2] = number("Rnd", rounds[value])
  elseif tag == "Accept" or tag == "Commit" then
    nodes[2], nodes[3] = number("Rnd", rounds[value[1]]), number("Bytes", lengths[value[2]])
  elseif tag == "Ping" then
    nodes[2] = number("From", senders[value])
  elseif tag == "Propose" then
    nodes[2] = number("Bytes", lengths[value])
  end
  return nodes
end

local reply_words = {
  Promise = "promise", FirstPromise = "promise", PrepareRefusal = "prepare_refusal",
  NoPromise = "no_promise", Learn = "learn", AcceptRefusal = "accept_refusal", NoLearn = "no_learn",
  Committed = "committed", Alive = "alive", AliveDecided = "alive",
}

local function reply_nodes(reply)
  local tag, value = reply.tag, reply.value
  local nodes = { xml.node("Type", reply_words[tag]) }
  if with_vote[tag] then
    nodes[2], nodes[3] = number("Rnd", rounds[value[1]]), number("Vrnd", rounds[value[2]])
    nodes[4] = number("Bytes", lengths[value[3]])
  elseif tag == "Learn" then
    nodes[2], nodes[3] = number("Rnd", rounds[value[1]]), number("Bytes", lengths[value[2]])
  elseif value ~= unit then
    nodes[2] = number("Rnd", rounds[value])
  end
  return nodes
end

local function state_nodes(saved)
  local nodes = {}
  local function add(name, rank)
    if rank > 0 then nodes[#nodes + 1] = number(name, rank == 1 and rounds.first or rounds.last) end
  end
  add("Promised", saved.promised)
  add("Vrnd", saved.vrnd)
  add("Decided", saved.decided)
  return xml.node("ExpectState", nodes)
end

local function format(o)
  if o.name == "Message" then return xml.node("Message", request_nodes(o.request)) end
  if o.name == "Reply" then return xml.node("Message", reply_nodes(o.reply)) end
  if o.name == "Outcomes" then
    local nodes = map(o.outcomes, function(outcome) return xml.node("ExpectOutcome", outcome) end)
    return append(nodes, { state_nodes(o.saved) })
  end
  return xml.node(o.name, "")
end

local step_names = { serving = "Connect", draining = "Drain", stopped = "Stop" }

local function suite() return suite_of("wire", 0, 0) end
local observe = {
  [Send] = function(request) return stimulus("Message", { request = request }) end,
  [Step] = function(phase) return stimulus(step_names[phase], {}) end,
  [Vanish] = function() return stimulus("Vanish", {}) end,
  [End] = function(server2)
    return response("Outcomes", { outcomes = server2.outcomes, saved = server2.saved })
  end,
}
-- A server that serves from the beginning is connected first.
local function normalise(case)
  if not life then table.insert(case.events, 1, stimulus("Connect", {})) end
  return case
end

test "wire" {
  order = "sequence", observe = observe, format = format, normalise = normalise, suite = suite,
}

-- Each message with its numbers, the last step before it, and what becomes of it.
local function options_of(case)
  local options, step, messages = {}, "Listen", 0
  for _, o in ipairs(case.events) do
    if o.name == "Message" then
      messages = messages + 1
      local value = o.request.value
      local words = value == unit and "" or type(value) == "table" and table.concat(value, " ") or value
      options["message " .. messages] = o.request.tag .. " " .. words
      options["before " .. messages] = step
    elseif o.name == "Outcomes" then
      for i, outcome in ipairs(o.outcomes) do options["outcome " .. i] = outcome end
    else
      step = o.name
    end
  end
  options.last = step
  return options
end

test "wire_pairs" {
  order = "sequence", observe = observe, format = format, normalise = normalise, suite = suite,
  pairwise = options_of,
}

test "wire_replies" {
  cases = "occurrences",
  observe = {
    [Receive] = function(reply)
      return {
        stimulus("Reply", { reply = reply }),
        response("Outcomes", {
          outcomes = { is_sound(reply) and "answered" or "refused" },
          saved = { promised = 0, vrnd = 0, decided = 0 },
        }),
      }
    end,
  },
  format = format,
  suite = function() return suite_of("wire", 0, 0) end,
}
