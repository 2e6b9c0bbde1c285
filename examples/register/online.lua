-- What clients of the register may see, for online testing: an atomic register, whatever the replicas do
-- inside. register.lua says how it works; this model only says what it is for.
--
-- An operation takes effect at one moment between its begin and its end. One that ends without a
-- majority may do so later, or never, so that nobody knows; a client's next write is newer for sure.
--
-- Source: M. Herlihy, J. Wing, "Linearizability: a correctness condition for concurrent objects",
-- TOPLAS 12(3), 1990.

N       = param(3, { min = 3, max = 7, doc = "number of replicas" })
clients = param(2, { min = 1, max = 9, doc = "number of clients; all of them read" })
writers = param(1, { min = 0, max = 9, doc = "how many of them write" })
writes  = param(40, { min = 0, max = 1000, doc = "how many values can be written" })
cuts    = param(40, { min = 0, max = 1000, doc = "how often a client is cut off from a replica" })
crashes = param(3, { min = 0, max = 100, doc = "how often a replica crashes" })

quorum   = N // 2 + 1
everyone = range_list(1, N)

Replica = range(1, N)
Client  = range(1, clients)
Set     = list(Replica)                                  -- sorted
World   = record { up = Set, reach = list(Set) }         -- whom each client can reach
-- held: its second phase waits until it is asked to end; ends: it is; done: it has taken effect; tried:
-- it was asked to end before.
Op      = record { client = Client, reads = BOOL, held = BOOL, value = INT, ends = BOOL, done = BOOL,
                 tried = BOOL }
Left    = list(product(Client, INT))                     -- writes that were given up, sorted
var {
  c = Client, r = Replica, op = Op, w = World, n = INT, x = INT, turn = INT,
  left = Left, one = product(Client, INT), i = range(1, 9),
}

-- How many replicas the client finds, and whether it finds enough.
local function found(w, c) return filter(w.reach[c], function(r) return contains(w.up, r) end) end
function is_enough(w, c) return #found(w, c) >= quorum end

function reaching(w, c, set)
  local reach = {}
  for i = 1, clients do reach[i] = i == c and set or w.reach[i] end
  return { up = w.up, reach = reach }
end
function all_but(r) return remove(everyone, r) end
function without(w, r) return { up = remove(w.up, r), reach = w.reach } end
function with(w, r) return { up = insert(w.up, r), reach = w.reach } end

local function variant(op, changes)
  local new = {}
  for name, value in pairs(op) do new[name] = value end
  for name, value in pairs(changes) do new[name] = value end
  return new
end
function after_effect(op, x) return variant(op, { done = true, value = op.reads and x or op.value }) end
function asked(c, reads, held, n)
  return { client = c, reads = reads, held = held, value = reads and 0 or n, ends = false,
           done = false, tried = false }
end
function ending(op, ends) return variant(op, { ends = ends, tried = true }) end
-- The writes that a client gave up are older than its next one.
function still_left(op, left)
  return op.reads and left or filter(left, function(one) return one[1] ~= op.client end)
end
function with_given_up(op, left)
  return (op.reads or op.done) and left or insert(left, { op.client, op.value })
end

World_   = place(World, { { up = everyone, reach = map(range_list(1, clients), function() return everyone end) } })
Register = place(INT, { 0 })
Next     = place(INT, { 1 })                             -- the next value to be written
Idle     = place(Client, all)
Asked    = place(Op)                                     -- in its first phase, or a whole operation
Half     = place(Op)                                     -- between its phases
GivenUp  = place(Left, { {} })
-- Whose turn it is; 0: anybody's. A client does something right after it reaches other replicas: when
-- exactly that happened makes no difference to the others.
Turn     = place(INT, { 0 })
-- In a run the network comes apart in one way: one replica, and the others.
Whole    = place(UNIT, { unit })
Apart    = place(Replica)
Cuts     = place(UNIT, { copies(cuts, unit) })
Crashes  = place(UNIT, { copies(crashes, unit) })

-- A whole operation, or one whose second phase waits.
local function ask(reads, held)
  return transition {
    input  = { Idle(c), Next(n), Turn(turn) },
    guard  = { "turn == 0 or turn == c", reads and "true" or "n <= writes and c <= writers",
               string.format("op == asked(c, %s, %s, n)", reads, held) },
    output = { Asked(op), Next(reads and n or expr "n + 1"), Turn(0) },
  }
end
Read, BeginRead   = ask(true, false), ask(true, true)
Write, BeginWrite = ask(false, false), ask(false, true)
-- A whole operation: nothing is between its phases but the effect of writes that were given up.
Answer = transition {
  input  = { Asked(op), Register(x), GivenUp(left) },
  test   = { World_(w) },
  guard  = { "not op.held", "is_enough(w, op.client)" },
  output = { Idle(expr "op.client"), Register(expr "op.reads and x or op.value"),
             GivenUp(expr "still_left(op, left)") },
}
Begun = transition {
  input  = { Asked(op) },
  test   = { World_(w) },
  guard  = { "op.held", "is_enough(w, op.client)" },
  output = { Half(op) },
}
-- Nobody was told of it: it has no effect.
InVain = transition {
  input  = { Asked(op) },
  test   = { World_(w) },
  guard  = "not is_enough(w, op.client)",
  output = { Idle(expr "op.client") },
}
Effect = transition {
  input  = { Half(op), Register(x), GivenUp(left) },
  guard  = "not op.done",
  output = { Half(expr "after_effect(op, x)"), Register(expr "op.reads and x or op.value"),
             GivenUp(expr "still_left(op, left)") },
}
Finish = transition {
  input  = { Half(op), Turn(turn) },
  guard  = { "not op.ends", "turn == 0 or turn == op.client" },
  output = { Half(expr "ending(op, true)"), Turn(0) },
}
Finished = transition {
  input  = { Half(op) },
  test   = { World_(w) },
  guard  = { "op.ends and op.done", "is_enough(w, op.client)" },
  output = { Idle(expr "op.client") },
}
NotFinished = transition {
  input  = { Half(op) },
  test   = { World_(w) },
  guard  = { "op.ends", "not is_enough(w, op.client)" },
  output = { Half(expr "ending(op, false)") },
}
GiveUp = transition {
  input  = { Half(op), GivenUp(left) },
  guard  = "op.tried and not op.ends",
  output = { Idle(expr "op.client"), GivenUp(expr "with_given_up(op, left)") },
}
LateEffect = transition {
  input  = { GivenUp(left), Register(x) },
  guard  = { "i <= #left", "one == left[i]" },
  output = { GivenUp(expr "remove(left, one)"), Register(expr "one[2]") },
}

-- Silent: which replica it is shows when a client reaches it alone, or no more.
ComeApart = transition { input = { Whole(unit) }, output = { Apart(r) } }
-- From now on the client reaches one replica alone, all but one, or all.
-- Alone with one replica a client can only fail: in the middle of an operation that leaves something behind.
ReachOnly = transition {
  input  = { Cuts(unit), World_(w), Turn(0) },
  test   = { Apart(r), Half(op) },
  guard  = { "c == op.client", "not op.ends", "#w.reach[c] ~= 1" },
  output = { World_(expr "reaching(w, c, { r })"), Turn(c) },
}
ReachAllBut = transition {
  input  = { Cuts(unit), World_(w), Turn(0) },
  test   = { Apart(r) },
  guard  = "#w.reach[c] ~= N - 1",
  output = { World_(expr "reaching(w, c, all_but(r))"), Turn(c) },
}
ReachAll = transition {
  input  = { World_(w), Turn(0) },
  guard  = "#w.reach[c] ~= N",
  output = { World_(expr "reaching(w, c, everyone)"), Turn(c) },
}
Crash = transition {
  input  = { Crashes(unit), World_(w) },
  test   = { Turn(0) },
  guard  = { "contains(w.up, r)", "#w.up > 1" },
  output = { World_(expr "without(w, r)") },
}
Restart = transition {
  input  = { World_(w) },
  test   = { Turn(0) },
  guard  = "not contains(w.up, r)",
  output = { World_(expr "with(w, r)") },
}

local function result(op, value)
  if not op.reads then return response("Written", { client = op.client }) end
  return response("Got", { client = op.client, value = value == 0 and "" or value })
end
local function in_vain(op) return response("NoQuorum", { client = op.client }) end

test "online" {
  order = "sequence",
  observe = {
    [Read]        = function(c) return stimulus("Read", { client = c }) end,
    [BeginRead]   = function(c) return stimulus("BeginRead", { client = c }) end,
    [Write]       = function(c, n) return stimulus("Write", { client = c, value = n }) end,
    [BeginWrite]  = function(c, n) return stimulus("BeginWrite", { client = c, value = n }) end,
    [Answer]      = function(op, x) return result(op, x) end,
    [Begun]       = function(op) return response("Begun", { client = op.client }) end,
    [InVain]      = in_vain,
    [Finish]      = function(op) return stimulus("Finish", { client = op.client }) end,
    [Finished]    = function(op) return result(op, op.value) end,
    [NotFinished] = in_vain,
    [ReachOnly]   = function(c, r) return stimulus("ReachOnly", { client = c, replica = r }) end,
    [ReachAllBut] = function(c, r) return stimulus("ReachAllBut", { client = c, replica = r }) end,
    [ReachAll]    = function(c) return stimulus("ReachAll", { client = c }) end,
    [Crash]       = function(r) return stimulus("Crash", { replica = r }) end,
    [Restart]     = function(r) return stimulus("Restart", { replica = r }) end,
  },
  weight = {
    [Read] = 2, [BeginRead] = 6, [Write] = 4, [BeginWrite] = 12, [Finish] = 6,
    [ReachOnly] = 24, [ReachAllBut] = 10, [ReachAll] = 6, [Crash] = 2, [Restart] = 6,
  },
  suite = function() return { name = "register-" .. N .. "-online", configuration = {} } end,
}
