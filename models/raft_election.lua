-- Leader election of Raft: N servers, of which one is to lead in each term. A server whose time is out begins
-- a new term as a candidate: it votes for itself and asks the others for their votes. Each gives its vote
-- to the first that asks in a term; who has a majority leads. Messages are lost, come late, and are sent
-- again; leaders crash, and come back as followers.
--
-- A leader is elected again and again, if runs are fair: who can occur again and again, occurs. Without that,
-- one lost message after the other keeps any server from leading.
--
-- Bugs by parameters:
--   double_vote   a server forgets whom it gave its vote in a term: two lead in one term
--   at_once=false a candidate begins its term first, and asks later. Then votes are split for ever, all
--                 candidates of a term voting for themselves before anybody asks, and that run is fair. When the
--                 requests leave with the new term, a fair run delivers some before the other's time is out:
--                 the effect that Raft has from time-outs by chance.
--
-- Terms go round: only their order counts, and no server begins a term before all of what is more than `lag`
-- terms older is gone. So there are finitely many markings.
--
-- Source: D. Ongaro, J. Ousterhout, "In search of an understandable consensus algorithm" (2014), section 5.2.
--
--   cpngen check models/raft_election.lua
--   cpngen check models/raft_election.lua --fairness none
--   cpngen check models/raft_election.lua -D double_vote=true
--   cpngen check models/raft_election.lua -D at_once=false
--
--    N   lag   markings       arcs   elects a leader
--    2     1        191        468   holds
--    3     1     22,150     71,790   holds
--    3     2    102,999    361,257   holds
--    4     1  2,108,450  7,579,212   violated
--
-- With four servers, of which three must vote for one, a fair run can give each candidate the vote of one
-- other and no more, in turn: fairness to each vote is not fairness to two votes in one term.

N = param(3, { min = 2, max = 4, doc = "number of servers" })
lag = param(1, { min = 1, max = 3, doc = "a server may be so many terms behind" })
double_vote = param(false, { doc = "a server forgets its vote" })
at_once = param(true, { doc = "requests for votes leave with the new term" })

TERMS = 2 * lag + 1

Server, Maybe, Term = range(1, N), range(0, N), range(0, TERMS - 1) -- 0 is no server
Role = enum { "follower", "candidate", "leader" }
Votes = list(Server)
Message = enum { "request", "vote" }
var { s = Server, p = Server, role = Role, t = Term, u = Term, gone = Term, v = Maybe, votes = Votes, m = Message }

-- A server: its role, its term, whom it gave its vote in that term, who has voted for it.
Servers = place(product(Server, Role, Term, Maybe, Votes), { { all, "follower", 0, 0, {} } })
-- A message: what, from, to, in which term. One at a time from one server to another.
Network = place(product(Message, Server, Server, Term))

function is_newer(t, u)
  local ahead = (t - u) % TERMS
  return ahead >= 1 and ahead <= lag
end
-- Does a server in term u that has voted for v give its vote to s in term t?
function votes_for(s, t, u, v)
  return is_newer(t, u) or (t == u and (v == 0 or v == s or double_vote))
end
function requests(s, t)
  local list = {}
  for p = 1, N do
    if p ~= s and at_once then list[#list + 1] = { "request", s, p, t } end
  end
  return list
end
function with(votes, p) return contains(votes, p) and votes or insert(votes, p) end
function is_stale(m, s, t, role, u, v)
  if m == "request" then return not votes_for(s, t, u, v) end
  return role ~= "candidate" or t ~= u
end

-- Timer
TimeOut = transition {
  kind      = "timer",
  input     = { Servers { s, role, t, v, votes } },
  guard     = { "role ~= 'leader'", "u == (t + 1) % TERMS", "gone == (t - lag) % TERMS" },
  inhibitor = { Servers { _, _, gone, _, _ }, Network { _, _, _, gone }, Network { _, s, _, _ } },
  output    = { Servers(expr "{ s, 'candidate', u, s, { s } }"), Network(each "requests(s, u)") },
  fair      = { strong = s },
}
Ask = transition {
  kind      = "timer",
  test      = { Servers { s, "candidate", t, v, votes } },
  guard     = "p ~= s and not contains(votes, p)",
  inhibitor = { Network { _, s, p, _ } },
  output    = { Network { "request", s, p, t } },
  fair      = { strong = { s, p } },
}

-- Network
Vote = transition {
  kind      = "network",
  input     = { Network { "request", s, p, t }, Servers { p, role, u, v, votes } },
  guard     = "votes_for(s, t, u, v)",
  inhibitor = { Network { _, p, s, _ } },
  output    = { Servers(expr "{ p, 'follower', t, s, {} }"), Network { "vote", p, s, t } },
  fair      = { strong = { s, p } },
}
Count = transition {
  kind   = "network",
  input  = { Network { "vote", p, s, t }, Servers { s, "candidate", t, v, votes } },
  output = { Servers(expr "{ s, 'candidate', t, v, with(votes, p) }") },
  fair   = { strong = { s, p } },
}
Ignore = transition {
  kind     = "network",
  input    = { Network { m, s, p, t } },
  test     = { Servers { p, role, u, v, votes } },
  guard    = "is_stale(m, s, t, role, u, v)",
  priority = P_HIGH, -- it changes nothing, so it may as well come first
}
Lose = transition { kind = "fault", input = { Network { m, s, p, t } } }

-- Application
Lead = transition {
  kind   = "application",
  input  = { Servers { s, "candidate", t, v, votes } },
  guard  = "#votes > N // 2",
  output = { Servers(expr "{ s, 'leader', t, v, {} }") },
  fair   = { strong = s },
}
Crash = transition {
  kind   = "fault",
  input  = { Servers { s, "leader", t, v, votes } },
  output = { Servers { s, "follower", t, v, votes } },
}

function leaders(M) return filter(M.Servers, function(server) return server[2] == "leader" end) end

property "one leader in a term" (INV(NF(function(M)
  local seen = {}
  for _, server in ipairs(leaders(M)) do
    if contains(seen, server[3]) then return false end
    seen[#seen + 1] = server[3]
  end
  return true
end)))
property "elects a leader" (INV(EV(NF(function(M) return #leaders(M) > 0 end))))
