-- System tests: clients propose, leaders are elected, and fail, and the clients get an answer. The
-- stimuli (proposals, which of them a leader takes for its own, failures) determine the responses
-- (the leaders in order, the value decided).

-- In suites, replica i is server 8080 + i - 1, and its first round is that number.
local function server(replica) return 8079 + replica end

-- What the suites of all specifications of this model begin with.
function suite_of(kind)
  local ids = {}
  for i = 1, replicas do ids[i] = xml.node("ID", server(i)) end
  return {
    name = string.format("tcs-paxos-%s-s%d-%d-%d", kind, replicas, phase_one_failures,
                         phase_two_failures),
    configuration = {
      xml.node("SystemSize", replicas),
      xml.node("QuorumSize", quorum),
      xml.node("ServerIDs", ids),
      xml.node("FailurePhaseOne", phase_one_failures),
      xml.node("FailurePhaseTwo", phase_two_failures),
    },
  }
end

test "system" {
  observe = {
    [ProposeValue.SendRequest] = function(v) return stimulus("ClientPropose", { value = v }) end,
    [InitProposer.ObtainLeaderRound] = function(s, v)
      if clients == 1 then return nil end -- no choice
      return stimulus("LeaderProposal", { server = server(s), value = v })
    end,
    [PhaseOne.LeaderFails] = function(s) return stimulus("P1Failure", { server = server(s) }) end,
    [PhaseTwo.LeaderFails] = function(s) return stimulus("P2Failure", { server = server(s) }) end,
    [LeaderDetector.ElectFirstLeader] = function(leader)
      return response("Leader", { server = server(leader) })
    end,
    [LeaderDetector.ElectNextLeader] = function(leader)
      return response("Leader", { server = server(leader) })
    end,
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
  suite = function() return suite_of("system") end,
}
