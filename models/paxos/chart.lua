-- How a run is drawn as a message sequence chart: each message where it is received, but for the
-- clients' requests, which the replicas keep until they lead.

local function client(c) return "client " .. c end
local function replica(i) return "replica " .. i end
local function owner(rnd) return replica((rnd - 1) % replicas + 1) end -- of the round
local function event(who, label) return { from = who, to = who, label = label } end

local function request(rnd, a, label) return { from = owner(rnd), to = replica(a), label = label } end
local function reply_to(s, a, reply) return { from = replica(a), to = replica(s), label = reply } end
local function prepare(a, rnd) return request(rnd, a, string.format("Prepare(%d)", rnd)) end
local function accept(a, rnd, v) return request(rnd, a, string.format("Accept(%d, %s)", rnd, v)) end
local function commit(a, rnd, v) return request(rnd, a, string.format("Commit(%d, %s)", rnd, v)) end

chart {
  participants = append(
    map(range_list(1, clients), client),
    map(range_list(1, replicas), replica)
  ),
  messages = {
    [ProposeValue.SendRequest] = function(c, v)
      return map(range_list(1, replicas), function(i)
        return { from = client(c), to = replica(i), label = v }
      end)
    end,
    [InitProposer.ObtainLeaderRound] = function(s, rnd, v)
      return event(replica(s), "leads round " .. rnd .. " with " .. v)
    end,

    [HandlePrepare.Promise] = function(a, rnd) return prepare(a, rnd) end,
    [HandlePrepare.RefusePrepare] = function(a, rnd) return prepare(a, rnd) end,
    [Prepare.ApplyPrepareQF] = function(s, a, reply) return reply_to(s, a, reply) end,
    [PhaseOne.LeaderFails] = function(s) return event(replica(s), "fails after phase one") end,

    [HandleAccept.CastVote] = function(a, rnd, v) return accept(a, rnd, v) end,
    [HandleAccept.RefuseAccept] = function(a, rnd, v) return accept(a, rnd, v) end,
    [Accept.ApplyAcceptQF] = function(s, a, reply) return reply_to(s, a, reply) end,
    [PhaseTwo.LeaderFails] = function(s) return event(replica(s), "fails after phase two") end,

    [HandleCommit.Learn] = function(a, rnd, v) return commit(a, rnd, v) end,
    [Commit.ApplyCommitQF] = function(s, a, reply) return reply_to(s, a, reply) end,
    [ProposeValue.ApplyRequestQF] = function(c, a, v)
      return { from = replica(a), to = client(c), label = v }
    end,
  },
}
