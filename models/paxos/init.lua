-- Single-decree Paxos: `replicas` replicas agree on one of the values that `clients` clients propose.
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
-- How to read it. The net is folded: one Proposer, Acceptor and Learner module for all replicas, and
-- every token says whose it is. So the net is the same for any number of replicas. Submodules are
-- declared before the modules that contain them; from the top: replicas.lua, clients.lua.

replicas = param(3, { min = 1, max = 9, doc = "number of replicas" })
clients = param(2, { min = 1, max = 9, doc = "number of clients; client i proposes Mi" })
phase_one_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase one" })
phase_two_failures = param(0, { min = 0, max = 8, doc = "leaders that may fail after phase two" })
reduce = param(true, { doc = "let steps that commute with all others occur at once" })
if phase_one_failures + phase_two_failures >= replicas then
  error("phase_one_failures + phase_two_failures must be less than replicas: nobody is left to lead")
end

quorum = replicas // 2 + 1 -- any two quorums have a replica in common

-- The only steps whose order matters are those that change an acceptor: it promises, or it votes.
-- All others have this priority. That loses no test case, no dead marking and no reachable state of
-- the acceptors, learners and clients, because such a step
--   * reads and writes what nothing else does (a proposer's phases, detectors, learners, clients:
--     one leader is active at a time, and messages may wait as long as they like anyway), or
--   * refuses a message that is below the acceptor's promise, and always will be, on behalf of a
--     call that has its quorum already, or
--   * takes in a reply: a reply that waits is as good as a request that waits, since between a reply
--     and its quorum the acceptor does nothing but refuse.
-- With reduce = false, all steps interleave; a test compares what both yield.
LOCAL = reduce and P_HIGH or P_NORMAL

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

require "system_test"
require "quorum_function_tests"
require "properties"
