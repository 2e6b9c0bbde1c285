-- The three phases of a leader's round. Each calls a quorum call and takes what it returns. After
-- phase one or two the leader may fail instead of going on, as long as FDControl has a token.

PhaseOne = module(function(_ENV)
  LeaderRound, PrepareCall = In(ReplicaRound), InOut(ReplicaMessage)
  RequestValue = InOut(ReplicaValue)
  ToPhaseTwo, TimeoutFD = Out(ReplicaRoundVote), Out(Replica)
  FDControl = place(UNIT, { copies(phase_one_failures, unit) })

  SendPrepareMessage = transition {
    priority = LOCAL,
    input = { LeaderRound { s, rnd } },
    output = { PrepareCall { s, Message.Prepare(rnd) } },
  }
  ProcessPromiseMessage = transition {
    priority = LOCAL,
    input = { PrepareCall { s, Message.Promise { rnd, vote } } },
    output = { ToPhaseTwo { s, rnd, vote } },
  }
  LeaderFails = transition { -- and its own value with it
    priority = LOCAL,
    input = {
      PrepareCall { s, Message.Promise { rnd, vote } },
      RequestValue { s, v },
      FDControl(unit),
    },
    output = { TimeoutFD(s) },
  }
end)

PhaseTwo = module(function(_ENV)
  ToPhaseTwo, AcceptCall = In(ReplicaRoundVote), InOut(ReplicaMessage)
  RequestValue = InOut(ReplicaValue)
  ToPhaseThree, TimeoutFD = Out(ReplicaRoundValue), Out(Replica)
  FDControl = place(UNIT, { copies(phase_two_failures, unit) })

  ProposeOwnValue = transition {
    priority = LOCAL,
    input = { ToPhaseTwo { s, rnd, Vote.None }, RequestValue { s, v } },
    output = { AcceptCall { s, Message.Accept { rnd, v } } },
  }
  -- The heart of Paxos: the voted value may be chosen already, so that no other may be proposed.
  ProposeLockedInValue = transition {
    priority = LOCAL,
    input = { ToPhaseTwo { s, rnd, Vote.For { vrnd, locked } }, RequestValue { s, v } },
    output = { AcceptCall { s, Message.Accept { rnd, locked } } },
  }
  ProcessLearnMessage = transition {
    priority = LOCAL,
    input = { AcceptCall { s, Message.Learn { rnd, v } } },
    output = { ToPhaseThree { s, rnd, v } },
  }
  LeaderFails = transition {
    priority = LOCAL,
    input = { AcceptCall { s, Message.Learn { rnd, v } }, FDControl(unit) },
    output = { TimeoutFD(s) },
  }
end)

PhaseThree = module(function(_ENV)
  ToPhaseThree, CommitCall = In(ReplicaRoundValue), InOut(ReplicaMessage)

  SendCommitMessage = transition {
    priority = LOCAL,
    input = { ToPhaseThree { s, rnd, v } },
    output = { CommitCall { s, Message.Commit { rnd, v } } },
  }
  ProcessCommittedMessage = transition { -- a quorum has learned: the leader's work is done
    priority = LAST,
    input = { CommitCall { s, Message.Committed(rnd) } },
  }
end)

Phases = module(function(_ENV)
  LeaderRound, RequestValue = In(ReplicaRound), InOut(ReplicaValue)
  PrepareCall, AcceptCall = InOut(ReplicaMessage), InOut(ReplicaMessage)
  CommitCall = InOut(ReplicaMessage)
  TimeoutFD = Out(Replica)
  ToPhaseTwo = place(ReplicaRoundVote) -- the highest vote in the promises
  ToPhaseThree = place(ReplicaRoundValue) -- the chosen value

  PhaseOne = substitution(PhaseOne)
  PhaseTwo = substitution(PhaseTwo)
  PhaseThree = substitution(PhaseThree)
end)
