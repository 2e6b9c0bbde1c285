-- How the events of events_model.lua look: as the adapter reports those of replicas, whose element has
-- the place of the event as its attribute `node`.

local function fields_of(vote)
  if vote == Vote.None then return "none" end
  return { round = vote.value[1], value = vote.value[2] }
end
local function at(node, name, fields)
  fields = fields or {}
  fields.node = tostring(node)
  return response((string.gsub(name, " ", "_")), fields)
end

test "events" {
  observe = {
    [Propose] = function(c) return stimulus("proposes", { node = "client " .. c, value = "M" .. c }) end,
    [Answer] = function(c, v) return at("client " .. c, "is answered", { value = v }) end,
    [BeginRound] = function(a, r) return at(a, "sends prepare", { round = r }) end,
    [BeginHigherRound] = function(a, r) return at(a, "sends prepare", { round = r }) end,
    [SendAccept] = function(a, r, v) return at(a, "sends accept", { round = r, value = v }) end,
    [SendCommit] = function(a, r, v) return at(a, "sends commit", { round = r, value = v }) end,
    [SendCommitAgain] = function(a, r, v) return at(a, "sends commit", { round = r, value = v }) end,
    [GetNoQuorum] = function(a, r) return at(a, "gets no quorum", { round = r }) end,
    [GetRefusals] = function(a, r, p) return at(a, "gets no quorum", { round = r, refused = p }) end,
    [SaveAgain] = function(a, p, vote) return at(a, "saves", { promised = p, vote = fields_of(vote) }) end,
    [SavePromise] = function(a, r, vote) return at(a, "saves", { promised = r, vote = fields_of(vote) }) end,
    [SaveVote] = function(a, r, v)
      return at(a, "saves", { promised = r, vote = { round = r, value = v } })
    end,
    [Promise] = function(a, r, vote) return at(a, "promises", { round = r, vote = fields_of(vote) }) end,
    [CastVote] = function(a, r, v) return at(a, "votes", { round = r, value = v }) end,
    [RefusePrepare] = function(a, r, p) return at(a, "refuses prepare", { round = r, promised = p }) end,
    [RefuseAccept] = function(a, r, p) return at(a, "refuses accept", { round = r, promised = p }) end,
    [Learn] = function(a, r, v) return at(a, "learns", { value = v, round = r }) end,
    [Suspect] = function(a, b) return at(a, "suspects", { other = b }) end,
    [Restore] = function(a, b) return at(a, "restores", { other = b }) end,
    [Trust] = function(a, b) return at(a, "trusts", { leader = b }) end,
    [Begin] = function(a, p, vote, begun, known)
      return at(a, "begins", { promised = p, vote = fields_of(vote), begun = begun, learned = known })
    end,
    [Crash] = function(a) return stimulus("crash", { node = tostring(a) }) end,
    [FailAsLeader] = function(a, phase) return stimulus("crash", { node = tostring(a), phase = phase }) end,
    [Restart] = function(a) return stimulus("restart", { node = tostring(a) }) end,
  },
  format = function(o)
    local node = { { "node", o.node } }
    if o.other then return xml.node(o.name, o.other, node) end
    local inside = {}
    local function add(name, value) inside[#inside + 1] = xml.node(name, value) end
    if o.promised then add("promised", o.promised == 0 and "none" or o.promised) end
    if o.vote then
      add("vote", o.vote == "none" and "none" or
        { xml.node("round", o.vote.round), xml.node("value", o.vote.value) })
    end
    if o.leader then add("leader", o.leader) end
    if o.phase then add("after_phase", o.phase) end
    if o.round then add("round", o.round) end
    if o.refused then add("refused", o.refused) end
    if o.value then add("value", o.value) end
    if o.begun and o.begun > 0 then add("begun", o.begun) end
    if o.learned and o.learned ~= "" then add("learned", o.learned) end
    return xml.node(o.name, inside, node)
  end,
}
