-- Paxos with faults, a phase at a time: which message is lost, late, doubled or overtaken, which
-- replica crashes and comes back, is cut off, falsely suspected, or takes itself for the leader; and
-- what must come out nevertheless.
--
-- The model of init.lua has every order of messages. Here a fault names the message that it hits, and
-- all others arrive: so a whole phase (requests, replies, quorum function) is one step, RunPhase, and
-- the outcome is determined by the faults. Where it is not, because it depends on which acceptors a
-- quorum happens to have, the case says that the response is open. The rules of proposers and
-- acceptors are those of phases.lua and acceptor.lua.
--
-- How to read it. A token Run is one run so far: its leader and round, the acceptors, the faults. It
-- goes from Start (a fault may be there from the beginning) to Planning (which messages of the next
-- phase are hit?), by RunPhase to Quorum (the leader may fail now) or back to Planning (no quorum: the
-- leader begins again), and at last to Over, where Judge observes it. How many faults of each kind
-- there may be is a parameter, and the initial marking of a place of that name.
--
-- Usage: cpngen generate models/paxos/faults_model.lua --spec system --state-space -D drops=1 -o FILE

replicas = param(3, { min = 2, max = 9, doc = "number of replicas" })
clients = param(2, { min = 1, max = 9, doc = "number of clients; client i proposes Mi" })
phase_one_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase one" })
phase_two_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase two" })
drops = param(0, { min = 0, max = 9, doc = "messages that may be lost" })
delays = param(0, { min = 0, max = 9, doc = "messages that may arrive late" })
duplicates = param(0, { min = 0, max = 9, doc = "messages that may arrive twice" })
reorders = param(0, { min = 0, max = 9, doc = "messages that the next one may overtake" })
crashes = param(0, { min = 0, max = 9, doc = "replicas that may crash" })
partitions = param(0, { min = 0, max = 1, doc = "partitions that may be there from the start" })
suspicions = param(0, { min = 0, max = 1, doc = "leaders that may be suspected falsely" })
second_proposers = param(0, { min = 0, max = 1, doc = "replicas that may lead beside the leader" })
slow_disks = param(0, { min = 0, max = 9, doc = "replicas whose disk may be slow" })
failed_writes = param(0, { min = 0, max = 9, doc = "replicas whose first write may fail" })
prepare_quorum = param(0, { min = 0, max = 9, doc = "replies that phase one needs; 0: a majority" })
accept_quorum = param(0, { min = 0, max = 9, doc = "replies that phase two needs; 0: a majority" })
commit_quorum = param(0, { min = 0, max = 9, doc = "replies that phase three needs; 0: a majority" })

quorum = replicas // 2 + 1

require "suites"
require "fault_runs"

Replica = range(1, replicas)
Way = enum { "request", "reply" }
Point = enum { "phase_one_quorum", "phase_two_quorum", "phase_three_quorum" }
Return = enum { "never", "at_once", "decided" }
RoundOrder = enum { "lower", "higher" }
AcceptorState = product(INT, INT, STRING) -- promised round, round and value of the last vote
Hit = record { what = STRING, way = STRING, a = INT }
Fault = record {
  kind = STRING,
  ids = list(INT),
  message = STRING,
  at = STRING,
  ["until"] = STRING,
  restart = STRING,
  round = STRING,
}
Run = record {
  phase = INT,
  s = INT, -- the leader
  rnd = INT,
  value = STRING, -- that it proposes
  acceptors = list(AcceptorState),
  hits = list(Hit), -- on messages of the next phase
  faults = list(Fault),
  leaders = list(INT), -- as the replica sees them that changes its mind most often
  failed = list(INT), -- leaders that failed
  down = list(INT), -- crashed and not back yet
  back = list(INT), -- of those, who comes back in the end
  cut = list(INT), -- who is cut off or silent until then
  returns = INT, -- who leads again then; 0: nobody
  failures = INT, -- of phases
  counted = BOOL, -- is that number determined?
  open = BOOL, -- is the response open?
  calm = BOOL, -- nothing else happens
}
var {
  run = Run,
  run2 = Run,
  a = Replica,
  b = Replica,
  way = Way,
  point = Point,
  back = Return,
  order = RoundOrder,
}

Start = place(Run, { first_run() })
Planning, Quorum, Over = place(Run), place(Run), place(Run)
Drops, Delays = place(UNIT, { copies(drops, unit) }), place(UNIT, { copies(delays, unit) })
Duplicates = place(UNIT, { copies(duplicates, unit) })
Reorders = place(UNIT, { copies(reorders, unit) })
Crashes = place(UNIT, { copies(crashes, unit) })
Partitions = place(UNIT, { copies(partitions, unit) })
Suspicions = place(UNIT, { copies(suspicions, unit) })
SecondProposers = place(UNIT, { copies(second_proposers, unit) })
SlowDisks = place(UNIT, { copies(slow_disks, unit) })
FailedWrites = place(UNIT, { copies(failed_writes, unit) })
PhaseOneFailures = place(UNIT, { copies(phase_one_failures, unit) })
PhaseTwoFailures = place(UNIT, { copies(phase_two_failures, unit) })

-- From the beginning.
Begin = transition { input = { Start(run) }, output = { Planning(run) } }
CrashAtStart = transition {
  input = { Start(run), Crashes(unit) },
  guard = function(run, a, back) return back ~= "at_once" and can_go_down(run, a) end,
  output = { Start(function(run, a, back) return crash(run, a, "start", back) end) },
}
CutOff = transition { -- one replica, or two
  input = { Start(run), Partitions(unit) },
  guard = function(run, a, b, point) return point ~= "" and can_be_cut_off(run, a, b) end,
  output = { Start(function(run, a, b, point) return cut_off(run, a, b, point) end) },
}
SlowDisk = transition {
  input = { Start(run), SlowDisks(unit) },
  guard = function(run, a) return can_strike(run, a) end,
  output = { Start(function(run, a) return with_fault(run, { kind = "SlowDisk", ids = { a } }) end) },
}
FailWrite = transition { -- a replica that cannot write stops for good
  input = { Start(run), FailedWrites(unit) },
  guard = function(run, a) return can_go_down(run, a) end,
  output = { Start(function(run, a) return fail_write(run, a) end) },
}

-- On messages of the next phase.
DropMessage = transition {
  input = { Planning(run), Drops(unit) },
  guard = function(run, way, a) return can_hit(run, "Drop", way, a) end,
  output = { Planning(function(run, way, a) return hit(run, "Drop", way, a, "") end) },
}
DelayMessage = transition {
  input = { Planning(run), Delays(unit) },
  guard = function(run, way, a, point)
    return can_hit(run, "Delay", way, a) and comes_later(run, point)
  end,
  output = { Planning(function(run, way, a, point) return hit(run, "Delay", way, a, point) end) },
}
DuplicateMessage = transition {
  input = { Planning(run), Duplicates(unit) },
  guard = function(run, way, a) return can_hit(run, "Duplicate", way, a) end,
  output = { Planning(function(run, way, a) return hit(run, "Duplicate", way, a, "") end) },
}
ReorderMessages = transition {
  input = { Planning(run), Reorders(unit) },
  guard = function(run, way, a) return run.phase < 3 and can_hit(run, "Reorder", way, a) end,
  output = { Planning(function(run, way, a) return hit(run, "Reorder", way, a, "") end) },
}
CrashAcceptor = transition { -- after its first promise or vote
  input = { Planning(run), Crashes(unit) },
  guard = function(run, a, back) return back ~= "" and can_crash_acting(run, a) end,
  output = { Planning(function(run, a, back) return crash_acting(run, a, back) end) },
}

-- A phase: requests go to all replicas, and their replies are a quorum or not.
RunPhase = transition {
  input = { Planning(run) },
  let = { run2 = function(run) return run_phase(run) end },
  guard = function(run, run2) return not waits_for_ever(run) and #run2.acceptors == replicas end,
  output = {
    Quorum(when(function(run) return has_quorum(run) end, run2)),
    Planning(when(function(run) return not has_quorum(run) end, run2)),
  },
}

-- The leader has a quorum.
GoOn = transition {
  input = { Quorum(run) },
  guard = function(run) return run.phase < 3 end,
  output = { Planning(function(run) return next_phase(run) end) },
}
Finish = transition {
  input = { Quorum(run) },
  guard = function(run) return run.phase == 3 end,
  output = { Over(function(run) return finish(run) end) },
}
FailAfterPhaseOne = transition {
  input = { Quorum(run), PhaseOneFailures(unit) },
  guard = function(run) return run.phase == 1 and can_fail(run) end,
  output = { Planning(function(run) return leader_fails(run, "P1Failure") end) },
}
FailAfterPhaseTwo = transition {
  input = { Quorum(run), PhaseTwoFailures(unit) },
  guard = function(run) return run.phase == 2 and can_fail(run) end,
  output = { Planning(function(run) return leader_fails(run, "P2Failure") end) },
}
CrashLeader = transition {
  input = { Quorum(run), Crashes(unit) },
  guard = function(run, back) return back ~= "" and can_crash_leader(run, back) end,
  output = { Planning(function(run, back) return crash_leader(run, back) end) },
}
SuspectLeader = transition {
  input = { Quorum(run), Suspicions(unit) },
  guard = function(run, point) return point ~= "" and run.phase < 3 and can_be_overtaken(run) end,
  output = { Planning(function(run, point) return suspect(run, point) end) },
}
ProposeBeside = transition {
  input = { Quorum(run), SecondProposers(unit) },
  guard = function(run, a, order) return order ~= "" and can_propose_beside(run, a) end,
  output = { Planning(function(run, a, order) return propose_beside(run, a, order) end) },
}

Judge = transition { input = { Over(run) } }

test "system" {
  cases = "occurrences",
  observe = {
    [Judge] = function(run)
      if #run.faults == 0 then return nil end -- that is a case of init.lua
      return { stimulus("Inputs", { run = run }), response("Outputs", { run = run }) }
    end,
  },
  format = function(o)
    if o.kind == "stimulus" then return input_nodes(o.run) end
    return output_nodes(o.run)
  end,
  suite = function()
    return suite_of("faults", phase_one_failures, phase_two_failures,
      { Prepare = quorum_of(1), Accept = quorum_of(2), Commit = quorum_of(3) })
  end,
}
