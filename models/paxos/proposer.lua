-- The proposers: detectors that say who leads, and the core that takes the leader's round through
-- the phases.

InitProposer = module(function(_ENV)
  NewLeader, Request = In(Replica), InOut(ReplicaValue)
  LeaderRound, RequestValue = Out(ReplicaRound), Out(ReplicaValue)
  -- Each replica's next round.
  InitializedProposer = place(ReplicaRound, for_each_replica(function(i) return { i, i } end))

  -- The new leader takes one of the clients' values that it has received for its own; which one is
  -- a free choice. The requests stay: they are answered when the replica has learned a value.
  ObtainLeaderRound = transition {
    priority = LOCAL,
    input = { NewLeader(s), InitializedProposer { s, rnd } },
    test = { Request { s, v } },
    output = {
      LeaderRound { s, rnd },
      RequestValue { s, v },
      InitializedProposer { s, expr "rnd + replicas" },
    },
  }
end)

ProposerCore = module(function(_ENV)
  NewLeader, Request, TimeoutFD = In(Replica), InOut(ReplicaValue), Out(Replica)
  PtoAPrepare, AtoPPrepare = Out(ReplicaMessage), In(ReplicaMessage)
  PtoAAccept, AtoPAccept = Out(ReplicaMessage), In(ReplicaMessage)
  PtoLCommit, LtoPCommit = Out(ReplicaMessage), In(ReplicaMessage)
  LeaderRound = place(ReplicaRound)
  RequestValue = place(ReplicaValue) -- the leader's own value
  PrepareCall, AcceptCall = place(ReplicaMessage), place(ReplicaMessage) -- call, then its result
  CommitCall = place(ReplicaMessage)

  InitProposer = substitution(InitProposer)
  Phases = substitution(Phases)
  Prepare = substitution(Prepare)
  Accept = substitution(Accept)
  Commit = substitution(Commit)
end)

Proposer = module(function(_ENV)
  Request = InOut(ReplicaValue)
  PtoAPrepare, AtoPPrepare = Out(ReplicaMessage), In(ReplicaMessage)
  PtoAAccept, AtoPAccept = Out(ReplicaMessage), In(ReplicaMessage)
  PtoLCommit, LtoPCommit = Out(ReplicaMessage), In(ReplicaMessage)
  TriggerLeaderDetector = place(ReplicaTrigger, for_each_replica(function(i)
    return { i, Trigger.Start }
  end))
  NewLeader = place(Replica) -- the replica that finds itself leader
  TimeoutFD = place(Replica) -- the replica that no longer answers pings

  FailureDetector = substitution(FailureDetector)
  LeaderDetector = substitution(LeaderDetector)
  ProposerCore = substitution(ProposerCore)
end)
