-- All replicas: their proposers, acceptors and learners, and the network between them. A message
-- arrives when some transition takes it from its place: in any order, as late as it likes, once.

Replicas = module(function(_ENV)
  Request, Response = InOut(ReplicaValue), Out(ReplicaClientValue)
  PtoAPrepare, AtoPPrepare = place(ReplicaMessage), place(ReplicaMessage) -- proposer, acceptor
  PtoAAccept, AtoPAccept = place(ReplicaMessage), place(ReplicaMessage)
  PtoLCommit, LtoPCommit = place(ReplicaMessage), place(ReplicaMessage) -- proposer, learner

  Proposer = substitution(Proposer)
  Acceptor = substitution(Acceptor)
  Learner = substitution(Learner)
end)
