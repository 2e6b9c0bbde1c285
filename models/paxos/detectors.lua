-- Who has failed, and who leads: the failure detector and the leader detector of every replica.

-- A leader that fails answers pings no more, and all replicas' failure detectors suspect it.
FailureDetector = module(function(_ENV)
  TimeoutFD, TriggerLeaderDetector = In(Replica), Out(ReplicaTrigger)

  SuspectLeader = transition {
    priority = NEWS,
    input = { TimeoutFD(failed) },
    output = { TriggerLeaderDetector { all, Trigger.Suspect(failed) } },
  }
end)

-- The leader is the lowest id that is not suspected.
LeaderDetector = module(function(_ENV)
  TriggerLeaderDetector, NewLeader = In(ReplicaTrigger), Out(Replica)
  NotSuspected = place(ReplicaCandidates) -- (replica, whom it does not suspect, lowest id first)

  ElectFirstLeader = transition {
    priority = NEWS,
    input = { TriggerLeaderDetector { s, Trigger.Start } },
    let = { ids = expr "range_list(1, replicas)", leader = expr "ids[1]" },
    -- Only the leader itself is told: the others do not need to know, since clients ask all.
    output = { NotSuspected { s, ids }, NewLeader(when(expr "s == leader", s)) },
  }
  ElectNextLeader = transition {
    priority = NEWS,
    input = { TriggerLeaderDetector { s, Trigger.Suspect(failed) }, NotSuspected { s, ids } },
    let = { ids2 = expr "remove(ids, failed)", leader = expr "ids2[1]" },
    output = { NotSuspected { s, ids2 }, NewLeader(when(expr "s == leader and s ~= ids[1]", s)) },
  }
end)
