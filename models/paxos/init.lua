-- Single-decree Paxos: the replicas agree on one of the values that the clients propose.
--
-- Sources: L. Lamport, "Paxos Made Simple" (2001); the modules have the names of the CPN model of
-- R. Wang, L. M. Kristensen, H. Meling and V. Stolz, "Automated test case generation for the Paxos
-- single-decree protocol using a Coloured Petri Net model" (JLAMP, 2019).
--
-- The protocol. A replica is a proposer, an acceptor and a learner in one. One proposer leads. It
-- has rounds of its own, and takes a round through three phases, each a quorum call:
--   1. Prepare(rnd): an acceptor promises to take part in no lower round, and tells its last vote.
--      With promises from a quorum, the proposer is bound to the value of the highest vote that
--      they tell ("locked in"), or free to propose its own when they tell none.
--   2. Accept(rnd, value): an acceptor that has promised nothing higher votes. A value with the
--      votes of a quorum in one round is chosen, and remains so: two quorums have an acceptor in
--      common, so that any later phase one sees a vote for it.
--   3. Commit(rnd, value): learners learn the chosen value, and answer the clients.
--
-- Failures. A leader may fail right after its quorum of phase one or two. It then proposes nothing
-- any more, and all suspect it, so that the next replica leads; its acceptor and learner go on, and
-- its messages may still arrive later. How often this happens is the initial marking of FDControl.
--
-- How to read it. The net is folded: one Proposer, one Acceptor and one Learner module stand for
-- all replicas, and every token says whose it is; the net is the same for any number of replicas.
-- Submodules are declared before the modules that contain them. From the top: replicas.lua with the
-- network, proposer.lua, phases.lua, quorum_calls.lua, acceptor.lua, learner.lua; clients.lua.

replicas = param(3, { min = 1, max = 9, doc = "number of replicas" })
clients = param(2, { min = 1, max = 9, doc = "number of clients; client i proposes Mi" })
phase_one_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase one" })
phase_two_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase two" })
reduce = param(true, { doc = "let steps that commute with all others occur at once" })
if phase_one_failures + phase_two_failures >= replicas then
  error("phase_one_failures + phase_two_failures is too much: nobody is left to lead")
end

quorum = replicas // 2 + 1 -- any two quorums have a replica in common

-- Priorities. The only steps whose order matters are those that change an acceptor: it promises, or
-- it votes. They are normal; any other step commutes with every step that can come before it:
--   * a proposer's phases, the detectors, the learners and the clients read and write what nothing
--     else does (one leader is active at a time, and its messages may wait anyway);
--   * a message below the acceptor's promise will be refused sooner or later, and does nothing
--     then, since the call that it belongs to has its quorum already;
--   * a reply that waits is as good as a request that waits, since an acceptor does nothing but
--     refuse between its reply and the call's quorum.
-- So each of them has a fixed place in time, and no test case and no dead marking is lost, while
-- the state space is a thousand times smaller. With reduce = false, all steps are normal; a test
-- compares what both yield.
local function level(priority) return reduce and priority or P_NORMAL end
REPLY = level(P_HIGH + 2) -- a proposer takes in an acceptor's reply
NEWS = level(P_HIGH + 1) -- clients' requests, suspicions, refusals
LOCAL = level(P_HIGH) -- a leader goes on
LEARN = level(P_LOW) -- learners and clients get to know what has been chosen
LAST = level(P_LOW - 1) -- and the leader gets to know that they do

require "colours"
require "quorum_calls"
require "phases"
require "detectors"
require "proposer"
require "acceptor"
require "learner"
require "replicas"
require "clients"

-- The top module, Paxos: clients on one side, replicas on the other.
Request = place(ReplicaValue) -- to each replica: a value to propose
Response = place(ReplicaClientValue) -- from each replica to each client: the chosen value
Clients = substitution(Clients)
Replicas = substitution(Replicas)

require "suites"
require "system_test"
require "quorum_function_tests"
require "properties"
require "chart"
