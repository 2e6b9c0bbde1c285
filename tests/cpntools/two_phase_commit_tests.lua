-- The test cases that MBT/CPN generated from twophasecommit.cpn, for that model as it is imported: one
-- for each way to vote. A worker that votes no knows the outcome, and gets no message.

local NUMBER = { Yes = 0, commit = 0, No = 1, abort = 1 }
local function abort(w) return response("Decision", { id = w, value = "abort" }) end

test "system" {
  observe = {
    [Workers_module.Receive_CanCommit] = function(w, vote)
      local observed = { stimulus("Vote", { id = w, value = vote }) }
      if vote == "No" then observed[2] = abort(w) end
      return observed
    end,
    [Workers_module.Receive_Decision] = function(w, decision)
      return response("Decision", { id = w, value = decision })
    end,
    [Coordinator.Receive_Acknowledgements] = function(decision)
      return response("FinalDecision", { value = decision })
    end,
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
