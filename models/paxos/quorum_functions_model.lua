-- The quorum calls of the Paxos model, and acceptors that answer anything: each promises with any
-- vote of an earlier round, or refuses, or answers for another round. So the unit tests of this model
-- see what never comes about when leaders fail only after their quorum: votes for different values,
-- refusals without a quorum, replies that belong to another call.
--
-- Usage: cpngen generate models/paxos/quorum_functions_model.lua --spec prepare_qf --state-space \
--            -o FILE        (or --spec accept_qf, commit_qf)

replicas = param(3, { min = 3, max = 6, doc = "number of replicas" })

quorum = replicas // 2 + 1
phase_one_failures, phase_two_failures = 0, 0 -- of the suites: nothing fails here
clients = 3 -- values; round i proposes Mi
LOCAL, REPLY, LAST = P_NORMAL, P_HIGH, P_HIGH

require "colours"
require "quorum_calls"
require "suites"
require "quorum_function_tests"

Start = place(UNIT, { unit })
PrepareCall, AcceptCall = place(ReplicaMessage), place(ReplicaMessage)
CommitCall = place(ReplicaMessage)
PtoAPrepare, AtoPPrepare = place(ReplicaMessage), place(ReplicaMessage)
PtoAAccept, AtoPAccept = place(ReplicaMessage), place(ReplicaMessage)
PtoLCommit, LtoPCommit = place(ReplicaMessage), place(ReplicaMessage)

-- One call, by replica 3 in its first round.
CallPrepare = transition {
  input = { Start(unit) },
  output = { PrepareCall { 3, Message.Prepare(3) } },
}
CallAccept = transition {
  input = { Start(unit) },
  output = { AcceptCall { 3, Message.Accept { 3, "M3" } } },
}
CallCommit = transition {
  input = { Start(unit) },
  output = { CommitCall { 3, Message.Commit { 3, "M3" } } },
}
Prepare = substitution(Prepare)
Accept = substitution(Accept)
Commit = substitution(Commit)

-- What an acceptor may have voted for before round 3.
EarlierVote = place(Vote, { Vote.None, Vote.For { 1, "M1" }, Vote.For { 2, "M2" } })

Promise = transition {
  input = { PtoAPrepare { a, Message.Prepare(rnd) } },
  test = { EarlierVote(vote) },
  output = { AtoPPrepare { a, Message.Promise { rnd, vote } } },
}
RefusePrepare = transition {
  input = { PtoAPrepare { a, Message.Prepare(rnd) } },
  output = { AtoPPrepare { a, Message.Refusal(rnd) } },
}
AnswerOtherPrepare = transition {
  input = { PtoAPrepare { a, Message.Prepare(rnd) } },
  output = { AtoPPrepare { a, Message.StrayPromise { rnd, Vote.For { 1, "M1" } } } },
}
CastVote = transition {
  input = { PtoAAccept { a, Message.Accept { rnd, v } } },
  output = { AtoPAccept { a, Message.Learn { rnd, v } } },
}
RefuseAccept = transition {
  input = { PtoAAccept { a, Message.Accept { rnd, v } } },
  output = { AtoPAccept { a, Message.Refusal(rnd) } },
}
AnswerOtherAccept = transition {
  input = { PtoAAccept { a, Message.Accept { rnd, v } } },
  output = { AtoPAccept { a, Message.StrayLearn { rnd, "M1" } } },
}
Learn = transition {
  input = { PtoLCommit { a, Message.Commit { rnd, v } } },
  output = { LtoPCommit { a, Message.Committed(rnd) } },
}
