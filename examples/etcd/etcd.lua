-- A key-value store that several nodes keep, as its clients see it: each operation takes effect at one
-- moment between its call and its return (a silent transition), so that concurrent runs are linearizable
-- by construction. Client c asks node (c - 1) % 3 + 1 and no other one.
--
-- Nodes are killed, paused and isolated (faults.lua). Then an operation may end as Unknown: it took
-- effect, or will do so later, or never; the last two are one, since an effect that nobody sees any more
-- is none. Locks with leases are in locks.lua, watches in watches.lua.
--
-- Source: M. Herlihy, J. Wing, "Linearizability: a correctness condition for concurrent objects", TOPLAS
-- 12(3), 1990.

clients = param(2, { min = 1, max = 9, doc = "number of clients" })
keys    = param(1, { min = 1, max = 9, doc = "number of keys" })
overlap = param(1, { min = 1, max = 9, doc = "how many operations there are at the same time" })
meets   = param(false, { doc = "faults happen while operations are under way, too" })

puts    = param(1, { min = 0, max = 99, doc = "how many operations of this kind there are" })
gets    = param(1, { min = 0, max = 99, doc = "..." })
deletes = param(0, { min = 0, max = 99, doc = "..." })
swaps   = param(0, { min = 0, max = 99, doc = "compare-and-swap" })
watches = param(0, { min = 0, max = 9, doc = "keys that are watched" })
drains  = param(0, { min = 0, max = 99, doc = "questions what a watch has seen" })
locks   = param(0, { min = 0, max = 99, doc = "attempts to get the lock" })
writes  = param(0, { min = 0, max = 99, doc = "writes by who got the lock" })
unlocks = param(0, { min = 0, max = 99, doc = "the lock is given back" })
stalls  = param(0, { min = 0, max = 9, doc = "who holds the lock stands still until its lease is over" })

kills      = param(0, { min = 0, max = 99, doc = "how often a node is killed" })
pauses     = param(0, { min = 0, max = 99, doc = "how often a node stands still" })
partitions = param(0, { min = 0, max = 99, doc = "how often a node is cut off from the others" })
blackouts  = param(0, { min = 0, max = 99, doc = "how often all nodes are killed at once" })
elections  = param(0, { min = 0, max = 99, doc = "how often a node is made the leader" })
outages    = param(1, { min = 1, max = 3, doc = "how many nodes may be out at the same time" })
values     = param(0, { min = 0, max = 9, doc = "so many values are used again and again; 0: each write has its own" })
bug        = param("", { doc = "a wrong way to use the store: stale-reads, retry or lease-lock" })

nodes    = 3
majority = nodes // 2 + 1

Client  = range(1, clients)
Key     = range(1, keys)
Node    = range(1, nodes)
Value   = alias(INT)   -- 0: there is no such key; each write has a value of its own
Kind    = enum { "Put", "Get", "Delete", "Swap", "Watch", "Drain", "Lock", "Write", "Unlock" }
-- `age`: how many effects the key had seen at the call, for the properties.
Op      = record { client = Client, kind = Kind, key = Key, value = Value, expected = Value,
                   age = INT }
Result  = record { op = Op, value = INT, seen = STRING }
Watcher = record { client = Client, key = Key, seen = STRING }
Holding = record { holder = INT, token = INT, given = INT }
World   = record { store = list(Value), ages = list(INT), watched = list(Watcher), lock = Holding,
                   applied = list(Value) }
Nodes   = list(Node)   -- sorted
Net     = record { down = Nodes, paused = Nodes, cut = Nodes, calm = BOOL }
var {
  c = Client, k = Key, n = Node, v = Value, busy = INT, careful = INT, token = INT, op = Op, result = Result,
  world = World, net = Net, old = World,
}

require "results"

State = place(World, { {
  store = map(range_list(1, keys), function() return 0 end),
  ages = map(range_list(1, keys), function() return 0 end),
  watched = {}, lock = { holder = 0, token = 0, given = 0 }, applied = {},
} })
Network = place(Net, { { down = {}, paused = {}, cut = {}, calm = true } })

Idle    = place(Client, all)
Busy    = place(product(INT, INT), { { 0, 0 } })   -- operations under way; those that no fault may meet
Values  = place(Value, values == 0 and { 1 } or range_list(1, values))   -- what writes can have
Session = place(product(Client, INT), { { all, 0 } })   -- the fencing token that a client has
Running = place(Op)                  -- called
Ended   = place(Result)              -- took effect, and not returned
Vain    = place(Client)              -- asked a node that is down
Late    = place(Op)                  -- ended as unknown, and may still take effect
Frozen  = place(product(Node, World)) -- what a node that is cut off has, for the bug stale-reads
Broken  = place(STRING)              -- what must not be, for the properties
Budget  = place(Kind, {
  copies(puts, "Put"), copies(gets, "Get"), copies(deletes, "Delete"), copies(swaps, "Swap"),
  copies(watches, "Watch"), copies(drains, "Drain"), copies(locks, "Lock"), copies(writes, "Write"),
  copies(unlocks, "Unlock"),
})

-- Calls ----------------------------------------------------------------------------------------

-- The call of an operation; `more`: what it needs beside an idle client and its budget.
function call(kind, more)
  local function with(list, extra) return append(list, extra or {}) end
  local more_careful = is_careful(kind) and 1 or 0
  return transition {
    input  = with({ Idle(c), Budget(kind), Busy { busy, careful } }, more.input),
    test   = with({ Network(net), State(world) }, more.test),
    guard  = with({ "busy < overlap", "op == called(world, c, '" .. kind .. "', " ..
                    (more.key or "1") .. ", " .. (more.value or "0") .. ", " ..
                    (more.expected or "0") .. ")" }, more.guard),
    output = with({ Busy { expr "busy + 1", expr("careful + " .. more_careful) },
                    Running(when("not is_down(net, c)", op)), Vain(when("is_down(net, c)", c)) },
                  more.output),
  }
end
-- A write takes a value. When each has its own, the next one is left behind.
write_of_value = { input = { Values(v) }, output = { Values(expr "values == 0 and v + 1 or v") } }
local function write(kind, more)
  return call(kind, {
    key = "k", value = "v", expected = more.expected, guard = more.guard,
    input = write_of_value.input, output = write_of_value.output,
  })
end

Get       = call("Get", { key = "k" })
Delete    = call("Delete", { key = "k" })
Put       = write("Put", {})
Swap      = write("Swap", { expected = "v - 1" })
SwapOlder = write("Swap", { expected = "v - 2", guard = { "v > 1" } })

-- Effects and returns --------------------------------------------------------------------------

TakeEffect = transition {
  input  = { Running(op), State(world) },
  test   = { Network(net), Session { c, token } },
  guard  = { "c == op.client", "can_happen(net, op)" },
  output = { State(expr "world_after(world, op, token)"), Ended(expr "result_of(world, op, token)"),
             Broken(each "wrong_in(world, op, token)") },
}
Return = transition {
  input  = { Ended(result), Busy { busy, careful }, Session { c, token } },
  guard  = { "c == result.op.client" },
  output = { Idle(c), Busy { expr "busy - 1", expr "is_careful(result.op.kind) and careful - 1 or careful" },
             Session { c, expr "token_after(result, token)" } },
}
ReturnInVain = transition {
  input  = { Vain(c), Busy { busy, careful } },
  output = { Idle(c), Busy { expr "busy - 1", careful } },
}
-- The node was killed after the call, and before anything was sent.
MissNode = transition {
  input  = { Running(op), Busy { busy, careful } },
  test   = { Network(net) },
  guard  = { "c == op.client", "is_down(net, c)" },
  output = { Idle(c), Busy { expr "busy - 1", careful } },
}
-- Nobody knows whether it took effect.
TimeOut = transition {
  input  = { Running(op), Busy { busy, careful } },
  test   = { Network(net) },
  guard  = { "c == op.client", "not must_answer(net, c)" },
  output = { Idle(c), Busy { expr "busy - 1", careful }, Late(when("op.kind ~= 'Get'", op)) },
}
TimeOutAfterEffect = transition {
  input  = { Ended(result), Busy { busy, careful } },
  test   = { Network(net) },
  guard  = { "c == result.op.client", "not must_answer(net, c)" },
  output = { Idle(c), Busy { expr "busy - 1", careful } },
}
TakeEffectLate = transition {
  input  = { Late(op), State(world) },
  test   = { Network(net) },
  guard  = "can_happen(net, op)",
  output = { State(expr "world_after(world, op, 0)"), Broken(each "wrong_in(world, op, 0)") },
}

-- Wrong ways to use the store: a node that is cut off answers with what it has; a client asks another
-- node again what it has asked already.
ReadStale = transition {
  input  = { Running(op) },
  test   = { Frozen { n, old }, Network(net) },
  guard  = { "op.kind == 'Get'", "n == home(op.client)", "contains(net.cut, n)" },
  output = { Ended(expr "result_of(old, op, 0)"), Broken(each "wrong_in(old, op, 0)") },
}
Retry = transition {
  input  = { Running(op), State(world) },
  test   = { Network(net) },
  guard  = { "bug == 'retry'", "op.kind == 'Put' or op.kind == 'Swap'", "not must_answer(net, op.client)",
             "has_quorum(net)" },
  output = { Late(op), State(expr "world_after(world, op, 0)"), Ended(expr "result_of(world, op, 0)") },
}

require "watches"
require "locks"
require "faults"
require "properties"
require "system_test"
