-- One replica, and a tester that plays all others (and the replica's own acceptor and learner) through
-- `steps` steps: periods of its failure detector, in which peers answer pings, or not, or late; clients'
-- requests; the replies to each of its quorum calls; a decision that others reached; a crash and a new
-- start. What it does then is what the detectors and the proposer promise (sut/paxos/roles), so that the
-- histories have what one step cannot show: delays that grow again and again, suspicions that are taken
-- back and come back, leadership that does, refusals of rounds far above the next own one, calls that
-- fail one after the other.
--
-- How to read it. A token State is the replica; Left counts the steps. A step is an occurrence of
-- Request, Decide or Restart; a period is BeginPeriod, one TakePing for each ping that is open, and
-- EndPeriod; replies are BeginReplies, one TakeReply for each replica, and EndReplies. Rounds are
-- numbers from 0; -1 is none.
--
-- Usage: cpngen generate models/paxos/replica_model.lua --spec replica --state-space -o FILE

replicas = param(3, { min = 2, max = 7, doc = "number of replicas" })
own = param(1, { min = 1, max = 7, doc = "which of them it is; the first one is the first leader" })
steps = param(3, { min = 1, max = 40, doc = "number of steps" })
requests = param(0, { min = 0, max = 9, doc = "requests of clients, at most" })
decisions = param(0, { min = 0, max = 1, doc = "decisions that others reached, at most" })
restarts = param(0, { min = 0, max = 9, doc = "crashes with a new start, at most" })
late = param(true, { doc = "are pings answered in later periods, too?" })
votes = param(false, { doc = "do answers to pings tell of votes?" })
prepare_quorum = param(0, { min = 0, max = 7, doc = "replies that phase one needs; 0: a majority" })
accept_quorum = param(0, { min = 0, max = 7, doc = "replies that phase two needs; 0: a majority" })
commit_quorum = param(0, { min = 0, max = 7, doc = "replies that phase three needs; 0: a majority" })
if own > replicas then error("own is one of the replicas") end

quorum = replicas // 2 + 1
sizes = { prepare = prepare_quorum, accept = accept_quorum, commit = commit_quorum }
for phase, size in pairs(sizes) do sizes[phase] = size > 0 and size or quorum end

require "suites"
require "replica_rules"

Replica = range(1, replicas)
Phase = enum { "idle", "prepare", "accept", "commit", "committed" }
Call = record { phase = Phase, rnd = INT, value = STRING }
Ping = record { period = INT, a = INT }
-- What a peer says in answer to a ping: nothing else; that it voted in a round; what was decided.
Saying = enum { "silent", "alive", "vote", "decision" }
Answer = record { ping = Ping, vrnd = INT, rnd = INT, value = STRING }
-- What a replica makes of a call: it agrees, without a vote (or to a later phase), or with one of an
-- earlier round; it refuses, since it promised the next round, or one far above; it does not answer.
Kind = enum { "agree", "low_vote", "high_vote", "near_refusal", "far_refusal", "fail" }
Reply = record { a = INT, kind = Kind, rnd = INT, value = STRING }
State = record {
  period = INT,
  open = list(Ping), -- without an answer yet, oldest first
  alive = list(INT), -- who has answered the ping of this period
  was_late = BOOL, -- has a ping of an earlier period been answered since the last time-out?
  suspected = list(INT),
  growths = INT, -- of the delay
  leader = INT,
  phase = Phase,
  crnd = INT, -- the last round that it began
  refused = INT, -- the highest round seen in refusals
  voted = INT, -- the highest round that others are known to have voted in
  settled = INT, -- no vote up to here can be unknown
  asked = STRING, -- the clients' value
  value = STRING, -- its own value of this round, then the one that it proposes
  decided_rnd = INT,
  decided = STRING, -- known to the proposer
  learned_rnd = INT,
  learned = STRING, -- known to the learner, and saved
  waiting = INT, -- clients
  call = Call, -- that it began in this step; idle: none
  answered = INT, -- clients that were answered in this step
}
var {
  left = range(0, steps),
  state = State,
  state2 = State,
  a = Replica,
  n = INT,
  pings = list(Ping),
  ping = Ping,
  answers = list(Answer),
  saying = Saying,
  servers = list(Replica),
  replies = list(Reply),
  kind = Kind,
}

Left = place(range(0, steps), { steps })
Between = place(State, { first_state() }) -- the replica between two steps
Current = place(State) -- and in a step that goes on
Requests, Decisions = place(INT, { requests }), place(INT, { decisions })
Restarts = place(INT, { restarts })
Pings = place(list(Ping)) -- of the period that ends, those that are still to be looked at
Answers = place(list(Answer))
Servers = place(list(Replica)) -- whose replies are still to come
Replies = place(list(Reply))

-- After a decision little happens: it comes in the last third.
function is_late_enough(left) return 3 * left <= steps end

Request = transition {
  input = { Left(left), Between(state), Requests(n) },
  guard = "left > 0 and n > 0",
  let = { state2 = function(state, n) return requested(state, "M" .. n) end },
  output = { Left(expr "left - 1"), Between(state2), Requests(expr "n - 1") },
}
Decide = transition {
  input = { Left(left), Between(state), Decisions(n) },
  guard = function(left, n, state)
    return left > 0 and n > 0 and is_late_enough(left) and state.learned == ""
  end,
  let = { state2 = function(state) return told(forgets_step(state), decision_for(state)) end },
  output = { Left(expr "left - 1"), Between(state2), Decisions(expr "n - 1") },
}
Restart = transition {
  input = { Left(left), Between(state), Restarts(n) },
  guard = function(left, n) return 0 < left and left < steps and n > 0 end,
  let = { state2 = function(state) return restarted(state) end },
  output = { Left(expr "left - 1"), Between(state2), Restarts(expr "n - 1") },
}

BeginPeriod = transition {
  input = { Left(left), Between(state) },
  guard = "left > 0",
  output = {
    Left(expr "left - 1"),
    Current(function(state) return forgets_step(state) end),
    Pings(function(state) return state.open end),
    Answers {},
  },
}
TakePing = transition {
  input = { Pings(cons(ping, pings)), Answers(answers), Current(state) },
  test = { Left(left) },
  guard = function(saying, ping, state, left)
    return can_say(state, ping, saying) and (saying ~= "decision" or is_late_enough(left))
  end,
  let = { state2 = function(state, ping, saying) return heard(state, ping, saying) end },
  output = {
    Pings(pings),
    Answers(function(answers, state, ping, saying)
      return saying == "silent" and answers or append(answers, { answer(state, ping, saying) })
    end),
    Current(state2),
  },
}
EndPeriod = transition {
  input = { Pings {}, Answers(answers), Current(state) },
  let = { state2 = function(state) return timed_out(state) end },
  output = { Between(state2) },
}

BeginReplies = transition { -- they come in the order of the servers, from one of them on
  input = { Left(left), Between(state) },
  guard = function(left, state, a) return left > 0 and is_calling(state) and a > 0 end,
  output = {
    Left(expr "left - 1"),
    Current(function(state) return forgets_step(state) end),
    Servers(function(a)
      return map(range_list(0, replicas - 1), function(i) return (a - 1 + i) % replicas + 1 end)
    end),
    Replies {},
  },
}
TakeReply = transition {
  input = { Servers(cons(a, servers)), Replies(replies) },
  test = { Current(state) },
  guard = function(kind, state) return can_reply(state, kind) end,
  output = {
    Servers(servers),
    Replies(function(replies, state, a, kind) return append(replies, { reply(state, a, kind) }) end),
  },
}
EndReplies = transition {
  input = { Servers {}, Replies(replies), Current(state) },
  let = { state2 = function(state, replies) return replied(state, replies) end },
  output = { Between(state2) },
}

local function step(name, fields, state, state2)
  local function news(ids, others)
    return filter(ids, function(i) return not contains(others, i) end)
  end
  fields.call, fields.answered, fields.learned = state2.call, state2.answered, state2.learned
  fields.suspects = news(state2.suspected, state.suspected)
  fields.restores = news(state.suspected, state2.suspected)
  fields.growths, fields.leader = state2.growths, state2.leader
  return stimulus(name, fields)
end

test "replica" {
  order = "sequence",
  observe = {
    [Request] = function(n, state, state2)
      return step("ClientRequest", { value = "M" .. n }, state, state2)
    end,
    [Decide] = function(state, state2)
      return step("Decision", { decision = decision_for(state) }, state, state2)
    end,
    [Restart] = function(state, state2) return step("Start", {}, state, state2) end,
    [EndPeriod] = function(answers, state, state2)
      return step("Period", { answers = answers }, state, state2)
    end,
    [EndReplies] = function(replies, state, state2)
      return step("Replies", { phase = state.phase, replies = replies }, state, state2)
    end,
  },
  normalise = function(case)
    table.insert(case.events, 1, step("Start", {}, first_state(), first_state()))
    return case
  end,
  format = step_nodes,
  suite = function()
    return suite_of("replica", 0, 0,
      { Prepare = sizes.prepare, Accept = sizes.accept, Commit = sizes.commit })
  end,
}
