-- The acceptors: they promise rounds and vote. Their two rules make Paxos safe:
--   * promise a round only above the promised one, and then take part in nothing below it;
--   * vote only in rounds that are not below the promised one.
-- A replica's promise is never taken back, so what is refused once would be refused for ever.

HandlePrepare = module(function(_ENV)
  PtoAPrepare, AtoPPrepare = In(ReplicaMessage), Out(ReplicaMessage)
  AcceptorState = InOut(ReplicaRoundVote)

  Promise = transition {
    input = { PtoAPrepare { a, Message.Prepare(rnd) }, AcceptorState { a, promised, vote } },
    guard = "rnd > promised",
    output = { AtoPPrepare { a, Message.Promise { rnd, vote } }, AcceptorState { a, rnd, vote } },
  }
  RefusePrepare = transition {
    priority = NEWS,
    input = { PtoAPrepare { a, Message.Prepare(rnd) } },
    test = { AcceptorState { a, promised, vote } },
    guard = "rnd <= promised",
    output = { AtoPPrepare { a, Message.Refusal(rnd) } },
  }
end)

HandleAccept = module(function(_ENV)
  PtoAAccept, AtoPAccept = In(ReplicaMessage), Out(ReplicaMessage)
  AcceptorState = InOut(ReplicaRoundVote)

  CastVote = transition {
    input = { PtoAAccept { a, Message.Accept { rnd, v } }, AcceptorState { a, promised, vote } },
    guard = "rnd >= promised",
    output = {
      AtoPAccept { a, Message.Learn { rnd, v } },
      AcceptorState { a, rnd, Vote.For { rnd, v } }, -- a vote in a round is a promise, too
    },
  }
  RefuseAccept = transition {
    priority = NEWS,
    input = { PtoAAccept { a, Message.Accept { rnd, v } } },
    test = { AcceptorState { a, promised, vote } },
    guard = "rnd < promised",
    output = { AtoPAccept { a, Message.Refusal(rnd) } },
  }
end)

Acceptor = module(function(_ENV)
  PtoAPrepare, AtoPPrepare = In(ReplicaMessage), Out(ReplicaMessage)
  PtoAAccept, AtoPAccept = In(ReplicaMessage), Out(ReplicaMessage)
  -- (acceptor, promised round, last vote); every round is above 0.
  AcceptorState = place(ReplicaRoundVote, for_each_replica(function(i)
    return { i, 0, Vote.None }
  end))

  HandlePrepare = substitution(HandlePrepare)
  HandleAccept = substitution(HandleAccept)
end)
