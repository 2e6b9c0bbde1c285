-- What transactions see of each other, at the isolation levels of PostgreSQL. Each transaction reads some
-- rows and writes one; a write that meets a row which another transaction has written, and not committed,
-- waits for that one to end.
--
--   read committed    a statement sees what is committed when it begins
--   repeatable read   a transaction sees what was committed when it began; it fails when it writes a row
--                     that was changed since (snapshot isolation; the first one to write wins)
--   serializable      and what is committed could have come of one transaction after the other; whoever is
--                     in the way of that fails, and some that are not fail, too
--
-- Sources: H. Berenson and others, "A critique of ANSI SQL isolation levels", SIGMOD 1995; D. Ports,
-- K. Grittner, "Serializable snapshot isolation in PostgreSQL", VLDB 2012.

transactions = param(2, { min = 1, max = 3, doc = "number of transactions" })
rows         = param(2, { min = 1, max = 3, doc = "number of rows" })
reads        = param(1, { min = 0, max = 3, doc = "how much a transaction reads before it writes" })
level        = param("serializable", { doc = "read committed, repeatable read or serializable" })

if not contains({ "read committed", "repeatable read", "serializable" }, level) then
  error("there is no level " .. level .. "; levels are read committed, repeatable read, serializable")
end
is_snapshot = level ~= "read committed"

Transaction = range(1, transactions)
Row     = range(1, rows)
Value   = alias(INT)                                  -- the transaction that wrote it; 0: none
Rows    = list(Value)
Access  = record { row = Row, value = Value }
State   = enum { "active", "waiting", "writes", "ended" }   -- writes: it has, and can only commit
Running = record { id = Transaction, state = State, snapshot = Rows, reads = list(Access), left = INT,
                   writes = list(Row), others = list(Transaction) }   -- others: who ran meanwhile
var { t = Transaction, r = Row, all_rows = Rows, run = Running, runs = list(Running), others = list(INT) }

require "history"

Committed = place(Rows, { map(range_list(1, rows), function() return 0 end) })
New       = place(Transaction, all)
Runs      = place(list(Running), { {} })   -- all that have begun, in that order
Ending    = place(Transaction)             -- committed, and the answer is still to come

-- What clients ask for; the answer follows at once, but for a write that waits.
Begin = transition {
  input  = { New(t), Runs(runs) },
  test   = { Committed(all_rows) },
  output = { Runs(expr "with_new(runs, t, all_rows)") },
}
Read = transition {
  input  = { Runs(runs) },
  test   = { Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'active'", "run.left > 0" },
  output = { Runs(expr "after_read(runs, t, r, seen(run, all_rows, r))") },
}
Write = transition {
  input  = { Runs(runs) },
  test   = { Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'active'", "not is_locked(runs, t, r)",
             "can_write(run, all_rows, r)" },
  output = { Runs(expr "after_write(runs, t, r)") },
}
WriteTooLate = transition {
  input  = { Runs(runs) },
  test   = { Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'active'", "not is_locked(runs, t, r)",
             "not can_write(run, all_rows, r)" },
  output = { Runs(expr "after_end(runs, t)") },
}
Wait = transition {
  input  = { Runs(runs) },
  guard  = { "run == find(runs, t)", "run.state == 'active'", "is_locked(runs, t, r)" },
  output = { Runs(expr "after_wait(runs, t, r)") },
}
Commit = transition {
  input  = { Runs(runs), Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'writes'",
             "level ~= 'serializable' or is_serializable(runs, t, all_rows)" },
  output = { Runs(expr "after_commit(runs, t)"), Committed(expr "rows_after(all_rows, run)"), Ending(t) },
}

-- Answers that come later, in any order.
Ended = transition {
  priority = P_HIGH,
  input = { Ending(t) },
}
GoOn = transition {
  priority = P_HIGH,
  input  = { Runs(runs) },
  test   = { Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'waiting'", "not is_locked(runs, t, run.writes[1])",
             "can_write(run, all_rows, run.writes[1])" },
  output = { Runs(expr "after_write(runs, t, run.writes[1])") },
}
FailAfterWait = transition {
  priority = P_HIGH,
  input  = { Runs(runs) },
  test   = { Committed(all_rows) },
  guard  = { "run == find(runs, t)", "run.state == 'waiting'", "not is_locked(runs, t, run.writes[1])",
             "not can_write(run, all_rows, run.writes[1])" },
  output = { Runs(expr "after_end(runs, t)") },
}

-- Serializable transactions may fail with any statement when others run, or ran, at the same time.
local function failure(state, more)
  return transition {
    input  = { Runs(runs) },
    guard  = append({ "level == 'serializable'", "run == find(runs, t)", "run.state == '" .. state .. "'",
                      "#run.others > 0" }, more or {}),
    output = { Runs(expr "after_end(runs, t)") },
  }
end
FailToRead   = failure("active", { "run.left > 0", "r >= 1" })
FailToWrite  = failure("active", { "not is_locked(runs, t, r)" })
FailToCommit = failure("writes")

-- A transaction that fails is rolled back.
property "what is committed is serializable" (INV(NF(function(M)
  local done = filter(M.Runs[1], function(one) return one.state == "ended" and #one.writes > 0 end)
  return explains(done, map(range_list(1, rows), function() return 0 end), M.Committed[1])
end)))
property "no row is written over unseen" (INV(NF(function(M)
  return not has_lost_update(M.Runs[1])
end)))
property "all transactions end" (EV(NF(function(M)
  return #M.New == 0 and #filter(M.Runs[1], function(one) return one.state ~= "ended" end) == 0
end)))

local function asked(name, t, r) return stimulus(name, { transaction = t, row = r }) end
local function answer(name, t) return response(name, { transaction = t }) end
test "system" {
  order = "sequence",
  observe = {
    [Begin] = function(t) return { asked("Begin", t), answer("Began", t) } end,
    [Read] = function(t, r, run, all_rows)
      local got = { transaction = t, row = r, value = seen(run, all_rows, r) }
      return { asked("Read", t, r), response("Got", got) }
    end,
    [Write] = function(t, r) return { asked("Write", t, r), answer("Wrote", t) } end,
    [WriteTooLate] = function(t, r) return { asked("Write", t, r), answer("Failed", t) } end,
    [Wait] = function(t, r) return asked("Write", t, r) end,
    [Commit] = function(t) return asked("Commit", t) end,
    [Ended] = function(t) return answer("Committed", t) end,
    [GoOn] = function(t) return answer("Wrote", t) end,
    [FailAfterWait] = function(t) return answer("Failed", t) end,
    [FailToRead] = function(t, r) return { asked("Read", t, r), answer("Failed", t) } end,
    [FailToWrite] = function(t, r) return { asked("Write", t, r), answer("Failed", t) } end,
    [FailToCommit] = function(t) return { asked("Commit", t), answer("Failed", t) } end,
  },
  suite = function() return { name = "isolation", configuration = {} } end,
}
