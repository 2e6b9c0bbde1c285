-- One acceptor of the Paxos model, and a tester that sends it `messages` messages, one after the
-- other: Prepare and Accept of rounds 1 to `rounds` in any order, also twice, also such as no
-- proposer would send. So the unit tests of this model reach every answer of an acceptor.
--
-- Usage: cpngen generate models/paxos/acceptor_model.lua --spec acceptor --state-space -o FILE

messages = param(3, { min = 1, max = 6, doc = "length of the message sequences" })
rounds = param(3, { min = 1, max = 9, doc = "number of rounds" })
restarts = param(0, { min = 0, max = 3, doc = "how often the acceptor is restarted between messages" })

replicas = 3 -- what colours.lua and suites.lua ask for; the tester talks to acceptor 1 only
clients = rounds -- round i has value Mi: proposers propose one value in a round
quorum = 2
NEWS = P_NORMAL

require "colours"
require "acceptor"
require "suites"

Choice = range(1, rounds)
var { choice = Choice, left = INT, n = INT }

Tester = module(function(_ENV)
  PtoAPrepare, AtoPPrepare = Out(ReplicaMessage), In(ReplicaMessage)
  PtoAAccept, AtoPAccept = Out(ReplicaMessage), In(ReplicaMessage)
  Left = place(INT, { messages }) -- how many messages are still to be sent, before a send
  Waiting = place(INT) -- the same, until the reply
  Restarts = place(INT, { restarts }) -- how many restarts are left

  -- All that an acceptor knows it has saved: a restart changes nothing.
  Restart = transition {
    input = { Restarts(n) },
    test = { Left(left) },
    guard = function(n, left) return n > 0 and left > 0 and left < messages end,
    output = { Restarts(expr "n - 1") },
  }

  SendPrepare = transition {
    input = { Left(left) },
    guard = function(left, choice) return left > 0 and choice > 0 end,
    output = { PtoAPrepare { 1, expr "Message.Prepare(choice)" }, Waiting(left) },
  }
  SendAccept = transition {
    input = { Left(left) },
    guard = function(left, choice) return left > 0 and choice > 0 end,
    output = { PtoAAccept { 1, expr "Message.Accept { choice, 'M' .. choice }" }, Waiting(left) },
  }
  ReceivePromise = transition {
    input = { AtoPPrepare { 1, reply }, Waiting(left) },
    output = { Left(expr "left - 1") },
  }
  ReceiveLearn = transition {
    input = { AtoPAccept { 1, reply }, Waiting(left) },
    output = { Left(expr "left - 1") },
  }
end)

PtoAPrepare, AtoPPrepare = place(ReplicaMessage), place(ReplicaMessage)
PtoAAccept, AtoPAccept = place(ReplicaMessage), place(ReplicaMessage)
Tester = substitution(Tester)
Acceptor = substitution(Acceptor)

-- A step of a case: the message, and what the acceptor must answer; nothing where it refuses.
local function prepare_step(rnd, vote)
  return stimulus("prepare", { rnd = rnd, answered = vote ~= nil, vote = vote or Vote.None })
end
local function accept_step(rnd, v, answered)
  return stimulus("accept", { rnd = rnd, value = v, answered = answered })
end

local function format(o)
  if o.name == "restart" then
    return xml.node("TestValue", { xml.node("MsgType", "restart") })
  end
  local rnd = xml.node("Rnd", round_name(o.rnd))
  local nodes = { xml.node("MsgType", o.name) }
  if o.name == "prepare" then
    nodes[2] = xml.node("PrepareMsg", { rnd })
  else
    nodes[2] = xml.node("AcceptMsg", { rnd, xml.node("Val", o.value) })
  end
  nodes[3] = xml.node("ExpectOutput", o.answered)
  if o.answered and o.name == "prepare" then
    nodes[4] = xml.node("ExpectPromise", { rnd, vote_nodes(o.vote) })
  elseif o.answered then
    nodes[4] = xml.node("ExpectLearn", { rnd, xml.node("Val", o.value) })
  end
  return xml.node("TestValue", nodes)
end

test "acceptor" {
  order = "sequence",
  observe = {
    [HandlePrepare.Promise] = function(rnd, vote) return prepare_step(rnd, vote) end,
    [HandlePrepare.RefusePrepare] = function(rnd) return prepare_step(rnd) end,
    [HandleAccept.CastVote] = function(rnd, v) return accept_step(rnd, v, true) end,
    [Tester.Restart] = function() return stimulus("restart") end,
    [HandleAccept.RefuseAccept] = function(rnd, v) return accept_step(rnd, v, false) end,
  },
  format = format,
  suite = function() return suite_of("acceptor", 0, 0) end,
}
