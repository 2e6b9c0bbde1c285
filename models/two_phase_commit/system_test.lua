-- System tests: the stimuli are the votes, the responses what each worker is told to do and the
-- final decision. One test case for each way to vote.

-- A case's observations are sorted by name, then by fields in the order of their names: by `id` first.

local NUMBER = { yes = 0, commit = 0, no = 1, abort = 1 } -- as the published suites write them

test "system" {
  observe = {
    [Workers.ReceiveCanCommit] = function(w, v) return stimulus("Vote", { id = w, value = v }) end,
    [Workers.ReceiveDecision] = function(w, d) return response("Decision", { id = w, value = d }) end,
    [Coordinator.ReceiveAcks] = function(d) return response("FinalDecision", { value = d }) end,
  },
  format = function(o)
    if o.name == "FinalDecision" then return xml.node("FinalDecision", NUMBER[o.value]) end
    return xml.node(o.name, {
      xml.node("WorkerID", o.id),
      xml.node(o.name .. "Value", NUMBER[o.value]),
    })
  end,
  suite = function() return { name = string.format("ss-tpctests-%d", W), configuration = {} } end,
  attributes = function() return { { "NumOfWorker", W } } end,
}

-- Unit tests of the coordinator's rule: a full ballot in, the decision out.
test "decision" {
  cases = "occurrences",
  observe = {
    [Coordinator.SendDecision] = function(b, d)
      return {
        stimulus("Ballot", { votes = map(b, function(vote) return vote[2] end) }),
        response("Decision", { value = d }),
      }
    end,
  },
  format = function(o)
    if o.name == "Decision" then return xml.node("DecisionValue", NUMBER[o.value]) end
    return map(o.votes, function(vote) return xml.node("VoteValue", NUMBER[vote]) end)
  end,
  suite = function() return { name = string.format("tpc-decision-%d", W), configuration = {} } end,
  attributes = function() return { { "NumOfWorker", W } } end,
}
