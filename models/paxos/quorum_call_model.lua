-- Quorum calls over all servers, with a quorum function that counts replies. Some servers are skipped;
-- the others reply or fail in any order, also after the end of the call, and a result may arrive twice
-- (at most `duplicates` do). With `calls=2` a second call begins as soon as the first has ended, whose
-- outstanding results arrive at any time in between; those of the first call come in the order of the
-- servers. With `give_up=1` the caller gives one call up, its deadline passes, or the caller closes its
-- nodes for good: then all outstanding requests fail. So the unit tests of this model reach every way in
-- which a quorum call ends. With a higher `give_up`, that happens to calls that were given up, too, and
-- nodes are closed after the last call has ended. `cancelled` calls were given up before they began.
--
-- quorum_call_pairs has a few of these cases, with all pairs of what can happen to the two calls.
--
-- Usage: cpngen generate models/paxos/quorum_call_model.lua --spec quorum_call --state-space -o FILE

replicas = param(3, { min = 1, max = 7, doc = "number of servers" })
duplicates = param(1, { min = 0, max = 2, doc = "results that arrive twice, at most" })
give_up = param(0, { min = 0, max = 3, doc = "times that the caller gives a call up, at most" })
cancelled = param(0, { min = 0, max = 2, doc = "calls that were given up before, at most" })
calls = param(1, { min = 1, max = 2, doc = "calls in a row" })

quorum = replicas // 2 + 1

require "suites"

Server = range(1, replicas)
Servers = list(Server) -- sorted
Count = range(0, replicas)
-- What a call waits for: the servers without a result, those with one, and how many of these replied.
Progress = record { outstanding = Servers, answered = Servers, replies = Count }
Action = enum { "Cancel", "Deadline", "Close" }
Reason = enum { "incomplete", "deadline", "cancelled" } -- why a call ends without a quorum
var {
  action = Action,
  reason = Reason,
  open = BOOL,
  a = Server,
  ok = BOOL,
  ids = Servers,
  outstanding = Servers,
  answered = Servers,
  late = Servers,
  count = Count,
  left = range(0, duplicates),
  call = range(1, calls),
  times = range(0, give_up),
  n = range(0, cancelled),
}

-- Whom to ask: each server in turn is skipped or not.
Asking = place(Server, { 1 })
Asked = place(Servers, { {} })
Ready = place(UNIT)

function ask(taken)
  return {
    input = { Asking(a), Asked(ids) },
    output = {
      Asking(when("a < replicas", expr "a % replicas + 1")),
      Ready(when("a == replicas", unit)),
      Asked(taken and expr "append(ids, { a })" or ids),
    },
  }
end
Request = transition(ask(true))
Skip = transition(ask(false))

-- The call that goes on (its number), what it has so far, and whether it has ended.
Current = place(range(1, calls))
Waiting = place(Progress)
Ongoing, Ended = place(UNIT), place(UNIT)
Late = place(Servers, { {} }) -- those whose result of the first call is outstanding in the second
Left = place(range(0, duplicates), { duplicates })
GivingUp = place(range(0, give_up), { give_up })
GivenUpBefore = place(range(0, cancelled), { cancelled })
Why = place(Reason, { "incomplete" })
Open = place(BOOL, { true }) -- are there nodes to call?

Begin = transition {
  input = { Ready(unit) },
  test = { Asked(ids) },
  output = {
    Current(1),
    Waiting(function(ids) return { outstanding = ids, answered = {}, replies = 0 } end),
    Ongoing(unit),
  },
}

-- The requests of a call that was given up before fail at once.
local nothing = { outstanding = {}, answered = {}, replies = 0 }
if cancelled > 0 then
  BeginCancelled = transition {
    input = { Ready(unit), GivenUpBefore(n), Why(reason) },
    guard = "n > 0",
    output = {
      Current(1), Waiting(nothing), Ongoing(unit), GivenUpBefore(expr "n - 1"), Why "cancelled",
    },
  }
end

-- A result of a server: a reply, or an error. Of a call that has ended it changes nothing.
function in_order(outstanding, a, call)
  return calls == 1 or call == 2 or outstanding[1] == a
end
Result = transition {
  input = { Waiting { outstanding = outstanding, answered = answered, replies = count } },
  test = { Current(call) },
  guard = function(outstanding, a, call)
    return contains(outstanding, a) and in_order(outstanding, a, call)
  end,
  output = {
    Waiting(function(outstanding, answered, count, a, ok)
      return {
        outstanding = remove(outstanding, a),
        answered = insert(answered, a),
        replies = ok and count + 1 or count,
      }
    end),
  },
}
Duplicate = transition {
  input = { Left(left) },
  test = { Waiting { answered = answered } },
  guard = function(left, answered, a, ok) return left > 0 and contains(answered, a) end,
  output = { Left(expr "left - 1") },
}
NoMoreDuplicates = transition {
  input = { Left(left) },
  guard = "left > 0",
  output = { Left(0) },
}
LateResult = transition {
  input = { Late(late) },
  guard = function(late, a, ok) return contains(late, a) end,
  output = { Late(expr "remove(late, a)") },
}

-- The caller has enough, and the requests without a result fail: with Close those of the first call, too.
if give_up > 0 then
  GiveUp = transition {
    input = {
      GivingUp(times),
      Waiting { outstanding = outstanding, answered = answered, replies = count },
      Why(reason),
      Open(open),
      Late(late),
    },
    test = { Ongoing(unit) },
    guard = function(action, times) return times > 0 end,
    output = {
      GivingUp(expr "times - 1"),
      Waiting(function(answered, count)
        return { outstanding = {}, answered = answered, replies = count }
      end),
      Why(function(action)
        if action == "Close" then return "incomplete" end
        return action == "Cancel" and "cancelled" or "deadline"
      end),
      Open(function(action) return action ~= "Close" end),
      Late(function(action, late) return action == "Close" and {} or late end),
    },
  }
end

-- Once more, or when the last call has ended; but what is still on its way then is not cancelled: it
-- depends on how a caller does that.
if give_up > 1 then
  GiveUpAgain = transition {
    input = {
      GivingUp(times),
      Waiting { outstanding = outstanding, answered = answered, replies = count },
      Open(open),
      Late(late),
    },
    test = { Ended(unit), Why(reason) },
    guard = function(action, times, reason, open)
      return times > 0 and (action == "Close" or reason ~= "incomplete" or not open)
    end,
    output = {
      GivingUp(expr "times - 1"),
      Waiting(function(action, outstanding, answered, count)
        local left = action == "Close" and {} or outstanding
        return { outstanding = left, answered = answered, replies = count }
      end),
      Open(function(action, open) return open and action ~= "Close" end),
      Late(function(action, late) return action == "Close" and {} or late end),
    },
  }
  GiveUpNoMore = transition {
    input = { GivingUp(times) },
    test = { Ended(unit) },
    guard = "times > 0",
    output = { GivingUp(0) },
  }
end

-- The call ends as soon as there is a quorum, or there can be none.
End = transition {
  priority = P_HIGH,
  input = { Ongoing(unit) },
  test = { Waiting { outstanding = outstanding, replies = count }, Why(reason) },
  guard = function(outstanding, count)
    return count >= quorum or count + #outstanding < quorum
  end,
  output = { Ended(unit) },
}
NextCall = transition {
  priority = P_HIGH,
  input = {
    Ended(unit),
    Current(call),
    Waiting { outstanding = outstanding },
    Late {},
    Why(reason),
  },
  test = { Asked(ids), Open(open) },
  guard = "call < calls",
  output = {
    Current(expr "call + 1"),
    Waiting(function(ids, open)
      return { outstanding = open and ids or {}, answered = {}, replies = 0 }
    end),
    Why "incomplete",
    Ongoing(unit),
    Late(outstanding),
  },
}

if cancelled > 0 then
  NextCancelled = transition {
    priority = P_HIGH,
    input = {
      Ended(unit), Current(call), Waiting { outstanding = outstanding }, Late {}, Why(reason),
      GivenUpBefore(n),
    },
    guard = "call < calls and n > 0",
    output = {
      Current(expr "call + 1"), Waiting(nothing), Ongoing(unit), Late(outstanding),
      GivenUpBefore(expr "n - 1"), Why "cancelled",
    },
  }
end

-- The events first, then what must come of them; `after` counts events, and skipping is none.
local function values_first(case)
  local values, oracles, happened = {}, {}, 0
  for _, o in ipairs(case.events) do
    if o.kind == "stimulus" then
      values[#values + 1] = o
      if o.name ~= "Skip" then happened = happened + 1 end
    else
      if o.name == "End" then o.after = happened end
      oracles[#oracles + 1] = o
    end
  end
  return { events = append(values, oracles) }
end

local observe = {
  [Skip] = function(a) return stimulus("Skip", { server = a }) end,
  [Request] = function(a) return response("ExpectRequest", { server = a }) end,
  [Result] = function(a, ok) return stimulus(ok and "Reply" or "Error", { server = a }) end,
  [Duplicate] = function(a, ok) return stimulus(ok and "Reply" or "Error", { server = a }) end,
  [LateResult] = function(a, ok)
    return stimulus(ok and "LateReply" or "LateError", { server = a })
  end,
  [NextCall] = function() return stimulus("NextCall", {}) end,
  [End] = function(count, reason)
    return response("End", { replies = count, outcome = count >= quorum and "quorum" or reason })
  end,
}
local function gives_up(action) return stimulus(action, {}) end
if give_up > 0 then observe[GiveUp] = gives_up end
if give_up > 1 then observe[GiveUpAgain] = gives_up end
if cancelled > 0 then
  observe[BeginCancelled] = function() return stimulus("Cancelled", {}) end
  observe[NextCancelled] = function()
    return { stimulus("NextCall", {}), stimulus("Cancelled", {}) }
  end
end

local function format(o)
  if o.name ~= "End" then return xml.node(o.name, o.server and server_name(o.server) or "") end
  return xml.node("ExpectEnd", {
    xml.node("After", o.after),
    xml.node("Outcome", o.outcome),
    xml.node("Replies", o.replies),
  })
end

local function suite() return suite_of("quorumcall", 0, 0) end

test "quorum_call" {
  order = "sequence",
  normalise = values_first,
  observe = observe,
  format = format,
  suite = suite,
}

-- What happens in each call: the results in their order, what comes twice, how it is given up, and late
-- results of the first one; how many servers are skipped; how each call ends.
local function options_of(case)
  local options = { skipped = 0 }
  local call, results = 1, {}
  local function note(what, word)
    local name = what .. " " .. call
    options[name] = options[name] and options[name] .. ", " .. word or word
  end
  for _, o in ipairs(case.events) do
    if o.name == "Skip" then
      options.skipped = options.skipped + 1
    elseif o.name == "NextCall" then
      call, results = 2, {}
    elseif o.name == "Reply" or o.name == "Error" then
      note(results[o.server] and "again" or "results", o.name)
      results[o.server] = true
    elseif o.name == "LateReply" or o.name == "LateError" then
      note("late", o.name)
    elseif o.name == "End" then
      options["end " .. (options["end 1"] and 2 or 1)] = o.outcome
    elseif o.kind == "stimulus" then
      note("given up", o.name)
    end
  end
  for _, name in ipairs { "given up 1", "given up 2", "again 1", "again 2", "late 2" } do
    options[name] = options[name] or "never"
  end
  return options
end

test "quorum_call_pairs" {
  order = "sequence",
  normalise = values_first,
  observe = observe,
  format = format,
  suite = suite,
  pairwise = options_of,
}
