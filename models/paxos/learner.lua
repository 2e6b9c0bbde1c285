-- The learners: they learn the chosen value, and answer the clients with it.

HandleCommit = module(function(_ENV)
  PtoLCommit, LtoPCommit = In(ReplicaMessage), Out(ReplicaMessage)
  Response, Learned = Out(ReplicaClientValue), Out(ReplicaValue)

  Learn = transition {
    priority = LEARN,
    input = { PtoLCommit { a, Message.Commit { rnd, v } } },
    output = { Learned { a, v }, Response { a, all, v }, LtoPCommit { a, Message.Committed(rnd) } },
  }
end)

Learner = module(function(_ENV)
  PtoLCommit, LtoPCommit = In(ReplicaMessage), Out(ReplicaMessage)
  Response = Out(ReplicaClientValue)
  Learned = place(ReplicaValue)

  HandleCommit = substitution(HandleCommit)
end)
