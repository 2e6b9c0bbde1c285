-- What clients of single-decree Paxos may see, for online testing: one value is decided, some client
-- proposed it, and every answer is that value, whatever happens to the replicas. How they agree is not in
-- here; models/paxos has that.
--
-- A client asks one replica and waits. It is answered when that replica has learned the decided value, or
-- told that there is no answer since the replica was killed; a later client may see the value that it
-- proposed all the same. An answer must come when enough replicas can talk to each other and the one that
-- leads them, the lowest, was asked. Otherwise a value may be decided: a vote of some replica may be
-- finished, and a replica that is suspected wrongly is replaced for a while.
--
-- Source: L. Lamport, "Paxos Made Simple" (2001), section 1: the requirements of consensus.

N         = param(3, { min = 1, max = 7, doc = "number of replicas" })
clients   = param(2, { min = 1, max = 9, doc = "number of clients" })
proposals = param(6, { min = 1, max = 40, doc = "how many values are proposed" })
kills     = param(2, { min = 0, max = 20, doc = "how often a replica is killed" })
pauses    = param(1, { min = 0, max = 20, doc = "how often a replica stands still" })
troubles  = param(2, { min = 0, max = 20, doc = "how often links become slow or let nothing pass" })

local majority = N // 2 + 1
local ids = range_list(0, N - 1)

Replica = range(0, N - 1)
Client  = range(1, clients)
State   = enum { "up", "still", "down" }
-- lives: how often each replica was killed; slow: all links are; cut: the replica that is cut off, or -1.
World   = record { states = list(State), lives = list(INT), slow = BOOL, cut = INT }
Op      = record { client = Client, replica = Replica, life = INT }                 -- a client that waits
Value   = range(0, proposals)                                                       -- 0: none
Set     = list(Replica)                                                             -- sorted
var { c = Client, r = Replica, op = Op, w = World, n = INT, v = Value, learned = Set }

local function same(x) return map(ids, function() return x end) end
World_   = place(World, { { states = same("up"), lives = same(0), slow = false, cut = -1 } })
Next     = place(INT, { 1 })                            -- the value that is proposed next
Idle     = place(Client, all)
Waiting  = place(Op)
Answered = place(Client)                                -- whoever waited; it may not have heard yet
Impatient = place(Client)                               -- it will wait no longer
Chosen   = place(Value, { 0 })
Learned  = place(Set, { {} })                           -- who knows the decided value, also after a crash
-- Gone: nothing is decided by chance any more. It may go at any time, so that nobody has to wait for what
-- need not happen.
Chance   = place(UNIT, { unit })

local function talking(w)
  return filter(ids, function(i) return w.states[i + 1] == "up" and w.cut ~= i end)
end
function is_majority(w) return #talking(w) >= majority end
function leads(w, i) return #talking(w) > 0 and talking(w)[1] == i end
function hears(w, i, learned)
  local set = talking(w)
  if not contains(set, i) then return false end
  return #set >= majority or #filter(learned, function(j) return contains(set, j) end) > 0
end
function state_of(w, i) return w.states[i + 1] end
function life_of(w, i) return w.lives[i + 1] end
function is_cut_off(w, o) return state_of(w, o.replica) == "down" or life_of(w, o.replica) ~= o.life end

-- Clients --------------------------------------------------------------------------------------

Propose = transition {
  input  = { Idle(c), Next(n) },
  test   = { World_(w) },
  guard  = { "n <= proposals", "state_of(w, r) ~= 'down'",
             "op == { client = c, replica = r, life = life_of(w, r) }" },
  output = { Waiting(op), Next(expr "n + 1") },
}
-- Silent: the replica answers.
Reply = transition {
  input  = { Waiting(op) },
  test   = { World_(w), Learned(learned) },
  guard  = { "contains(learned, op.replica)", "state_of(w, op.replica) == 'up'", "not is_cut_off(w, op)" },
  output = { Answered(expr "op.client") },
}
Decided = transition { input = { Answered(c) }, test = { Chosen(v) }, output = { Idle(c) } }
NoAnswer = transition {
  input  = { Waiting(op) },
  test   = { World_(w) },
  guard  = "is_cut_off(w, op)",
  output = { Idle(expr "op.client") },
}
-- A replica that stands still does not take the connection of a client in time.
LosePatience = transition {
  input  = { Waiting(op) },
  test   = { World_(w), Chance(unit) },
  guard  = "state_of(w, op.replica) == 'still'",
  output = { Impatient(expr "op.client") },
}
Unreached = transition { input = { Impatient(c) }, output = { Idle(c) } }

-- Replicas: all of it silent -------------------------------------------------------------------

-- The leader was asked.
Choose = transition {
  input  = { Chosen(0) },
  test   = { World_(w), Next(n), Waiting(op) },
  guard  = { "v > 0 and v < n", "is_majority(w)", "leads(w, op.replica)", "not is_cut_off(w, op)" },
  output = { Chosen(v) },
}
ChooseByChance = transition {
  input  = { Chosen(0) },
  test   = { World_(w), Next(n), Chance(unit) },
  guard  = { "v > 0 and v < n", "is_majority(w)" },
  output = { Chosen(v) },
}
NoMoreChance = transition { input = { Chance(unit) } }
Learn = transition {
  input  = { Learned(learned) },
  test   = { Chosen(v), World_(w) },
  guard  = { "v > 0", "not contains(learned, r)", "hears(w, r, learned)" },
  output = { Learned(expr "insert(learned, r)") },
}

require "faults"

test "online" {
  order = "sequence",
  observe = {
    [Propose]  = function(c, r, n) return stimulus("Propose", { client = c, replica = r, value = n }) end,
    [Decided]  = function(c, v) return response("Decided", { client = c, value = v }) end,
    [NoAnswer] = function(op) return response("NoAnswer", { client = op.client }) end,
    [Unreached] = function(c) return response("NoAnswer", { client = c }) end,
    [Kill]     = function(r) return stimulus("Kill", { replica = r }) end,
    [Restart]  = function(r) return stimulus("Restart", { replica = r }) end,
    [KillAll]    = function() return stimulus("KillAll") end,
    [RestartAll] = function() return stimulus("RestartAll") end,
    [Pause]    = function(r) return stimulus("Pause", { replica = r }) end,
    [Resume]   = function(r) return stimulus("Resume", { replica = r }) end,
    [Slow]     = function() return stimulus("Slow") end,
    [Isolate]  = function(r) return stimulus("Isolate", { replica = r }) end,
    [Heal]     = function() return stimulus("Heal") end,
  },
  weight = { [Restart] = 4, [KillAll] = 2, [RestartAll] = 8, [Pause] = 0.5, [Resume] = 3, [Slow] = 10, [Heal] = 0.5 },
  wait   = 0.25,
  suite = function() return { name = "paxos-" .. N .. "-online", configuration = {} } end,
}
