-- Two proposers of Paxos. Each asks the acceptors to promise it its ballot, a number that is higher than
-- all before, and then to accept its value; the acceptors refuse a ballot that is lower than what they have
-- promised. A refused proposer waits for a while and tries again with a higher ballot.
--
-- The bug: both wait equally long. Each can get its promise just before the other's value arrives, so that
-- both are refused in turn, for ever. That is no dead end: at any time one of them could get through. It is
-- a livelock: a loop, but no critical step. The repair: one of the two is the leader, and only the leader
-- tries again.
--
-- What a majority of acceptors does is one step here, and of the ballots only their order counts.
--
-- Source: L. Lamport, "Paxos Made Simple" (2001), section 2.4.
--
--   cpngen check models/liveness/duelling_proposers.lua
--   cpngen check models/liveness/duelling_proposers.lua -D repaired=true
--
--              markings   arcs   dead markings   lost (never live again)   critical transitions
--   defective         59     90               6                         0   none: a livelock
--   repaired          59     88               6                         0

repaired = param(false, { doc = "with the repair" })

Proposer, Maybe = range(1, 2), range(0, 2) -- 0 is none
Phase = enum { "ready", "preparing", "accepting", "refused" }
var { p = Proposer, newest = Maybe, promised = Maybe, phase = Phase }

Proposers = place(product(Proposer, Phase), { { all, "ready" } })
Newest    = place(Maybe, { 0 }) -- whose ballot is the highest
Promised  = place(Maybe, { 0 }) -- whose ballot the acceptors have promised
Chosen    = place(Proposer)     -- whose value is chosen

-- The network, which loses nothing
Prepare, Promise, Accept, Refusal = place(Proposer), place(Proposer), place(Proposer), place(Proposer)

-- Application
Propose = transition {
  kind      = "application",
  input     = { Proposers { p, "ready" }, Newest(newest) },
  inhibitor = { Chosen },
  output    = { Proposers { p, "preparing" }, Newest(p), Prepare(p) },
}

-- Timer
ProposeAgain = transition {
  kind      = "timer",
  input     = { Proposers { p, "refused" }, Newest(newest) },
  guard     = "p == 1 or not repaired",
  inhibitor = { Chosen },
  output    = { Proposers { p, "preparing" }, Newest(p), Prepare(p) },
}

-- Network: what the acceptors get
function is_higher(p, newest, promised) return p == newest or promised ~= newest end

GivePromise = transition {
  kind   = "network",
  input  = { Prepare(p), Promised(promised) },
  test   = { Newest(newest) },
  guard  = "is_higher(p, newest, promised)",
  output = { Promised(p), Promise(p) },
}
RefusePromise = transition {
  kind   = "network",
  input  = { Prepare(p) },
  test   = { Promised(promised), Newest(newest) },
  guard  = "not is_higher(p, newest, promised)",
  output = { Refusal(p) },
}
Choose = transition {
  kind   = "network",
  input  = { Accept(p) },
  test   = { Promised(p) },
  output = { Chosen(p) },
}
RefuseValue = transition {
  kind   = "network",
  input  = { Accept(p) },
  test   = { Promised(promised) },
  guard  = "p ~= promised",
  output = { Refusal(p) },
}

-- Network: what the proposers get
ReceivePromise = transition {
  kind   = "network",
  input  = { Promise(p), Proposers { p, "preparing" } },
  output = { Proposers { p, "accepting" }, Accept(p) },
}
ReceiveRefusal = transition {
  kind   = "network",
  input  = { Refusal(p), Proposers { p, phase } },
  output = { Proposers { p, "refused" } },
}

ValueChosen = NF(function(M) return #M.Chosen > 0 end)

property "can always become live" (INV(POS(ValueChosen)))
property "always becomes live" (INV(EV(ValueChosen)))
