-- System tests: clients propose, leaders are elected, and fail, and the clients get an answer. The
-- stimuli (proposals, which of them a leader takes for its own, failures) determine the responses
-- (the leaders in order, the value decided).

local function at(replica) return { server = server_name(replica) } end

test "system" {
  observe = {
    [ProposeValue.SendRequest] = function(v) return stimulus("ClientPropose", { value = v }) end,
    [InitProposer.ObtainLeaderRound] = function(s, v)
      if clients == 1 then return nil end -- no choice
      return stimulus("LeaderProposal", { server = server_name(s), value = v })
    end,
    [PhaseOne.LeaderFails] = function(s) return stimulus("P1Failure", at(s)) end,
    [PhaseTwo.LeaderFails] = function(s) return stimulus("P2Failure", at(s)) end,
    [LeaderDetector.ElectFirstLeader] = function(leader) return response("Leader", at(leader)) end,
    [LeaderDetector.ElectNextLeader] = function(leader) return response("Leader", at(leader)) end,
    [ProposeValue.ApplyRequestQF] = function(v, values2)
      if #values2 == quorum then return response("Response", { value = v }) end
    end,
  },
  format = function(o)
    if o.name == "LeaderProposal" then
      return xml.node(o.name, { xml.node("ID", o.server), xml.node("Value", o.value) })
    end
    return xml.node(o.name, o.server or o.value)
  end,
  suite = function() return suite_of("system", phase_one_failures, phase_two_failures) end,
}
