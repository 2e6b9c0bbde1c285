-- A register that several replicas keep: clients read and write it with majorities, while replicas
-- crash and clients are cut off from some of them.
--
-- An operation has two phases. In the first one the client asks a majority what it has, in the second
-- one a majority keeps a state: a write's new one, with a higher timestamp, or the one that a read has
-- found. Whole operations have nothing between their phases; a half one (`halves`) may be overtaken by
-- anything there, and its second phase may reach less than a majority.
--
-- Sources: H. Attiya, A. Bar-Noy, D. Dolev, "Sharing memory robustly in message-passing systems", JACM
-- 42(1), 1995; N. Lynch, A. Shvartsman, "Robust emulation of shared memory using dynamic
-- quorum-acknowledged broadcasts", FTCS 1997, for several writers.

N          = param(3, { min = 3, max = 7, doc = "number of replicas" })
writers    = param(2, { min = 1, max = 4, doc = "number of clients that write" })
readers    = param(2, { min = 1, max = 4, doc = "number of clients that read" })
writes     = param(1, { min = 0, max = 9, doc = "operations of each writer" })
reads      = param(1, { min = 0, max = 9, doc = "operations of each reader" })
halves     = param(1, { min = 0, max = 9, doc = "operations that something may come between" })
partitions = param(1, { min = 0, max = 99, doc = "how often clients are cut off or reach replicas again" })
crashes    = param(1, { min = 0, max = 9, doc = "how often a replica crashes" })
settled    = param(false, { doc = "a majority is asked only where each of them says the same" })
bug        = param("", { doc = "a mistake, to see that it is found: no-write-back, ..." })

quorum   = N // 2 + 1
clients  = writers + readers
everyone = range_list(1, N)

Replica = range(1, N)
Client  = range(1, clients)
Set     = list(Replica)                                        -- sorted
State   = record { counter = INT, writer = INT, value = INT }  -- counter and writer: the timestamp
Stamp   = alias(INT)                                            -- a timestamp as one number
Kept    = list(State)                                          -- of each replica
Op      = record { client = Client, reads = BOOL, state = State, floor = Stamp, tries = INT }
var {
  c = Client, r = Replica, n = INT, turn = INT, own = INT, held = BOOL, op = Op,
  up = Set, reach = Set, set = Set, q = Set, kept = Kept, newest = Stamp, issued = list(State),
}

require "phases"

local nothing = { counter = 0, writer = 0, value = 0 }

-- The replicas, and what is between them and the clients.
Replicas = place(Kept, { map(everyone, function() return nothing end) })
Up       = place(Set, { everyone })
Reach    = place(product(Client, Set), { { all, everyone } })
Quorums  = place(Set, subsets_of_size { [needed()] = true })
-- Just too few, just enough, all: which of them a client can be left with.
Sides    = place(Set, subsets_of_size { [quorum - 1] = true, [quorum] = true, [N] = true })

-- What each client has still to do, and the last counter that it gave out.
ToDo   = place(product(Client, INT), map(range_list(1, clients), function(i)
  return { i, i <= writers and writes or reads }
end))
Own    = place(product(Client, INT), { { all, 0 } })
Whole  = place(Op) -- an operation that goes on with its second phase at once
Half   = place(Op) -- one that goes on whenever it likes

Halves     = place(UNIT, { copies(halves, unit) })
Partitions = place(UNIT, { copies(partitions, unit) })
Crashes    = place(UNIT, { copies(crashes, unit) })
-- Whose turn it is; 0: anybody's. A client does something right after it was cut off or healed: when
-- exactly that happened makes no difference to the others.
Turn = place(INT, { 0 })

-- For the properties: the newest timestamp of an operation that is over, all states that writes made,
-- and what should not be.
Newest = place(Stamp, { 0 })
Issued = place(list(State), { {} })
Broken = place(STRING)

-- Operations -----------------------------------------------------------------------------------

-- The first phase, with the answers of the majority q.
Begin = transition {
  input  = { ToDo { c, n }, Turn(turn), Own { c, own }, Issued(issued),
             Halves(when("held", unit)) },
  inhibitor = { Half { client = c } }, -- one operation after the other
  test   = { Reach { c, reach }, Up(up), Quorums(q), Replicas(kept), Newest(newest) },
  guard  = { "n > 0", "turn == 0 or turn == c", "is_within(q, common(reach, up))",
             "not settled or is_settled(kept, common(reach, up))",
             "op == begun(c, n, own, q, kept, newest)" },
  output = { ToDo { c, expr "n - 1" }, Turn(0), Own { c, expr "op.reads and own or op.state.counter" },
             Issued(expr "op.reads and issued or insert(issued, op.state)"),
             Broken(when("not op.reads and is_issued(issued, op.state)", "two writes with one timestamp")),
             Half(when("held", op)), Whole(when("not held", op)) },
}
BeginInVain = transition {
  input  = { ToDo { c, n }, Turn(turn) },
  inhibitor = { Half { client = c } },
  test   = { Reach { c, reach }, Up(up) },
  guard  = { "n > 0", "turn == 0 or turn == c", "#common(reach, up) < needed()" },
  output = { ToDo { c, expr "n - 1" }, Turn(0) },
}
-- The second phase: all that the client reaches keep the state. Less than a majority: it may try again,
-- once, or give up.
Finish = transition {
  input  = { Half(op), Turn(turn), Replicas(kept), Newest(newest) },
  test   = { Reach { c, reach }, Up(up) },
  guard  = { "c == op.client", "turn == 0 or turn == c" },
  output = { Turn(0), Replicas(expr "kept_after(kept, op, common(reach, up))"),
             Half(when("can_retry(op, common(reach, up))", expr "tried(op)")),
             Newest(expr "newest_after(newest, op, common(reach, up))"),
             Broken(when("is_wrong(op, common(reach, up))", "older than an operation before it")) },
}
GiveUp = transition {
  input = { Half(op) },
  test  = { Turn(0) },
  guard = "op.tries > 0",
}
FinishWhole = transition {
  priority = P_HIGH,
  input  = { Whole(op), Replicas(kept), Newest(newest) },
  test   = { Reach { c, reach }, Up(up) },
  guard  = "c == op.client",
  output = { Replicas(expr "kept_after(kept, op, common(reach, up))"),
             Newest(expr "newest_after(newest, op, common(reach, up))"),
             Broken(when("is_wrong(op, common(reach, up))", "older than an operation before it")) },
}

-- Faults ---------------------------------------------------------------------------------------

-- From now on the client reaches these replicas: a majority before an operation, less than one between
-- its phases, or all again.
Partition = transition {
  input  = { Partitions(unit), Turn(0), Reach { c, reach } },
  test   = { Sides(set), ToDo { c, n } },
  inhibitor = { Half { client = c } },
  guard  = { "set ~= reach", "n > 0", "#set >= quorum" },
  output = { Turn(c), Reach { c, set } },
}
PartitionHalf = transition {
  input  = { Partitions(unit), Turn(0), Reach { c, reach } },
  test   = { Sides(set), Half(op) },
  guard  = { "set ~= reach", "op.client == c", "#set ~= quorum" },
  output = { Turn(c), Reach { c, set } },
}
Crash = transition {
  input  = { Crashes(unit), Up(up) },
  test   = { Turn(0) },
  guard  = { "contains(up, r)", "#up > 1" },
  output = { Up(expr "remove(up, r)") },
}
Restart = transition {
  input  = { Up(up), Replicas(kept) },
  test   = { Turn(0) },
  guard  = "not contains(up, r)",
  output = { Up(expr "insert(up, r)"), Replicas(expr "kept_at_restart(kept, r)") },
}

require "properties"
require "system_test"
