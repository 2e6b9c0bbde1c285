-- Who has failed, and who leads: the failure detector and the leader detector of every replica.

-- A leader that fails answers pings no more, and all replicas' failure detectors suspect it.
FailureDetector = module(function(_ENV)
  TimeoutFD, TriggerLeaderDetector = In(Replica), Out(ReplicaTrigger)

  SuspectLeader = transition {
    priority = LOCAL,
    input = { TimeoutFD(failed) },
    output = { TriggerLeaderDetector { all, Trigger.Suspect(failed) } },
  }
end)

-- The leader is the lowest id that is not suspected.
LeaderDetector = module(function(_ENV)
  TriggerLeaderDetector, NewLeader = In(ReplicaTrigger), Out(Replica)
  local everyone = {}
  for i = 1, replicas do everyone[i] = { i, range_list(1, replicas) } end
  NotSuspected = place(ReplicaCandidates, everyone) -- in the eyes of each replica, lowest id first

  ElectFirstLeader = transition {
    priority = LOCAL,
    input = { TriggerLeaderDetector { s, Trigger.Start } },
    test = { NotSuspected { s, cons(leader, ids) } },
    output = { when(expr "s == leader", NewLeader(s)) }, -- others need not know: clients ask all
  }
  ElectNextLeader = transition {
    priority = LOCAL,
    input = { TriggerLeaderDetector { s, Trigger.Suspect(failed) }, NotSuspected { s, ids } },
    let = { ids2 = expr "remove(ids, failed)", leader = expr "ids2[1]" },
    output = { NotSuspected { s, ids2 }, when(expr "s == leader", NewLeader(s)) },
  }
end)
