-- Who connects to a replica, one after the other, and whom it connects to: with the right certificate,
-- with a wrong one, without one, without TLS; with a whole call, or with a part of it, or with what is
-- no call. A replica answers exactly those that show what it asks for and say all that they have to
-- say, whoever came before; and it talks to those hosts only that show what it asks for.
--
-- How to read it. A token Run is the case so far: Visit and Call make it longer, Judge observes it.
-- What must become of each is in `is_answered` and `is_trusted`.
--
-- Usage: cpngen generate models/paxos/connections_model.lua --spec connections --state-space -o FILE

visits = param(1, { min = 0, max = 6, doc = "visitors of a case" })
hosts = param(0, { min = 0, max = 6, doc = "hosts of a case" })
if visits + hosts == 0 then error("visits + hosts is 0: nobody connects") end

-- The replica is one of itself and the hosts; what it promises, it does not share.
replicas, quorum = hosts + 1, 1

require "suites"

Protection = enum { "none", "tls" }
Identity = enum {
  "plain", "anonymous", "good", "elsewhere", "stranger", "self", "expired", "early",
}
Sends = enum { "message", "half_message", "half_headers", "half_hello", "noise", "silence" }
Visitor = record { shows = Identity, sends = Sends, stays = BOOL }
Run = record { protection = Protection, visitors = list(Visitor), hosts = list(Identity) }
var { run = Run, protection = Protection, shows = Identity, sends = Sends, stays = BOOL }

-- The replica's clients show a certificate of the authority; which host it is for does not matter.
function is_answered(r, visitor)
  if visitor.sends ~= "message" then return false end
  if r.protection == "none" then return visitor.shows == "plain" end
  return visitor.shows == "good" or visitor.shows == "elsewhere"
end

-- Of a host it does matter.
function is_trusted(r, host)
  return host == (r.protection == "none" and "plain" or "good")
end

-- A server with TLS has a certificate.
function can_be_host(identity) return identity ~= "anonymous" end

local function words_of(list, holds, yes, no, name)
  return map(list, function(one) return xml.node(name, holds(one) and yes or no) end)
end

function input_nodes(r)
  local nodes = { xml.node("Protection", r.protection) }
  nodes = append(nodes, map(r.visitors, function(v)
    local parts = { xml.node("Shows", v.shows), xml.node("Sends", v.sends) }
    return xml.node("Visitor", v.stays and append(parts, { xml.node("Stays", "") }) or parts)
  end))
  return append(nodes, map(r.hosts, function(h) return xml.node("Host", h) end))
end

function output_nodes(r)
  local function answered(v) return is_answered(r, v) end
  local function trusted(h) return is_trusted(r, h) end
  return append(words_of(r.visitors, answered, "answered", "unanswered", "ExpectVisitor"),
    words_of(r.hosts, trusted, "trusted", "refused", "ExpectHost"))
end

function with_visitor(r, v)
  return { protection = r.protection, visitors = append(r.visitors, { v }), hosts = r.hosts }
end
function with_host(r, h)
  return { protection = r.protection, visitors = r.visitors, hosts = append(r.hosts, { h }) }
end

Begin = place(UNIT, { unit })
Runs = place(Run)

Protect = transition {
  input = { Begin(unit) },
  guard = function(protection) return protection ~= "" end,
  output = { Runs(function(protection)
    return { protection = protection, visitors = {}, hosts = {} }
  end) },
}
Visit = transition {
  input = { Runs(run) },
  guard = function(run, shows, sends, stays)
    return #run.visitors < visits and shows ~= "" and sends ~= "" and stays ~= nil
  end,
  output = { Runs(function(run, shows, sends, stays)
    return with_visitor(run, { shows = shows, sends = sends, stays = stays })
  end) },
}
Call = transition {
  input = { Runs(run) },
  guard = function(run, shows)
    return #run.visitors == visits and #run.hosts < hosts and can_be_host(shows)
  end,
  output = { Runs(function(run, shows) return with_host(run, shows) end) },
}
Judge = transition {
  input = { Runs(run) },
  guard = function(run) return #run.visitors == visits and #run.hosts == hosts end,
}

local observe = {
  [Judge] = function(run)
    return { stimulus("Inputs", { run = run }), response("Outputs", { run = run }) }
  end,
}
local function format(o)
  if o.kind == "stimulus" then return input_nodes(o.run) end
  return output_nodes(o.run)
end
local function suite() return suite_of("connections", 0, 0) end

test "connections" { cases = "occurrences", observe = observe, format = format, suite = suite }

-- What each of the case's visitors and hosts is, and what came before it.
test "connection_pairs" {
  cases = "occurrences", observe = observe, format = format, suite = suite,
  pairwise = function(case)
    local run = case.stimuli[1].run
    local options = { protection = run.protection }
    for i, v in ipairs(run.visitors) do
      options["shows" .. i], options["sends" .. i] = v.shows, v.sends
      options["stays" .. i] = v.stays and "yes" or "no"
    end
    for i, h in ipairs(run.hosts) do options["host" .. i] = h end
    return options
  end,
}
