-- The test cases that MBT/CPN generated from singlePaxos.cpn, for that model as it is imported.

local function suite(kind)
  return function()
    return {
      name = string.format("%s-s%d-%d-%d", kind, n, fd_phaseone, fd_phasetwo),
      configuration = {
        xml.node("SystemSize", n),
        xml.node("QuorumSize", n // 2 + 1),
        xml.node("ServerIDs", map(allIDs, function(id) return xml.node("ID", id) end)),
        xml.node("FailurePhaseOne", fd_phaseone),
        xml.node("FailurePhaseTwo", fd_phasetwo),
      },
    }
  end
end


local function promise(m) return { rnd = m[2], vrnd = m[3][1], vval = m[3][2] } end
local function learn(m) return { rnd = m[2], vval = m[3] } end

local function application(replies, fields, combined)
  return {
    stimulus("Replies", { messages = map(replies, fields) }),
    response("Result", { quorum = combined ~= nil, messages = combined and { combined } or {} }),
  }
end

local function format(element)
  return function(o)
    local nodes = o.kind == "response" and { xml.node("Quorum", o.quorum) } or {}
    for _, message in ipairs(o.messages) do nodes[#nodes + 1] = element(message) end
    return nodes
  end
end

test "qfprepare" {
  cases = "occurrences",
  observe = {
    [Prepare_module.Apply_PrepareQF] = function(cid, crnd_prime, preparereplies_prime)
      local combined
      if PrepareQFCond(cid, crnd_prime, preparereplies_prime) then
        combined = promise(PrepareQFProm(cid, crnd_prime, preparereplies_prime).value)
      end
      return application(preparereplies_prime, promise, combined)
    end,
  },
  format = format(function(m)
    return xml.node("PromiseMsg", {
      xml.node("Rnd", m.rnd),
      xml.node("Vrnd", m.vrnd),
      xml.node("Vval", m.vval),
    })
  end),
  suite = suite("qfprepare"),
}

test "qfaccept" {
  cases = "occurrences",
  observe = {
    [Accept_module.Apply_AcceptQF] = function(cid, acceptreplies_prime)
      local combined
      if AcceptQFCond(acceptreplies_prime) then
        combined = learn(AcceptQFLearn(cid, acceptreplies_prime).value)
      end
      return application(acceptreplies_prime, learn, combined)
    end,
  },
  format = format(function(m)
    return xml.node("LearnMsg", { xml.node("Rnd", m.rnd), xml.node("Vval", m.vval) })
  end),
  suite = suite("qfaccept"),
}

test "qfcommit" {
  cases = "occurrences",
  observe = {
    [Commit_module.Apply_CommitQF] = function(commitreplies_prime)
      local quorum = #commitreplies_prime >= CommitQSize
      return application(commitreplies_prime, function() return "" end, quorum and "" or nil)
    end,
  },
  format = format(function() return xml.node("EmptyMsg", "") end),
  suite = suite("qfcommit"),
}

test "system" {
  observe = {
    [ProposeValue.Request_transition] = function(value)
      return stimulus("ClientPropose", { value = value })
    end,
    [PhaseOne.Process_Promise_Message] = function(crnd, cnt, success)
      if not success and cnt > 0 then return stimulus("P1Failure", { value = crnd }) end
    end,
    [Phase_Two.Process_LearnMsg] = function(rnd, cnt, success)
      if not success and cnt > 0 then return stimulus("P2Failure", { value = rnd }) end
    end,
    [InitProposer_module.Store_Leader_ID] = function(lid) return response("Leader", { value = lid }) end,
    [ProposeValue.Apply_RequestQF] = function(b, requestreplies_prime, value)
      if not b and #requestreplies_prime >= RequestQSize then
        return response("Response", { value = value })
      end
    end,
  },
  format = function(o) return xml.node(o.name, o.value) end,
  suite = suite("system"),
}
