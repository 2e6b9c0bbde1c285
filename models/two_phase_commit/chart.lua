-- How a run is drawn as a message sequence chart: each message where it is received.

local coordinator = "coordinator"
local function worker(w) return "worker " .. w end

chart {
  participants = append({ coordinator }, map(range_list(1, W), worker)),
  messages = {
    [Workers.ReceiveCanCommit] = function(w, v)
      return {
        { from = coordinator, to = worker(w), label = "can commit?" },
        { from = worker(w), to = worker(w), label = "votes " .. v },
      }
    end,
    [Coordinator.CollectVote] = function(w, v)
      return { from = worker(w), to = coordinator, label = v }
    end,
    [Coordinator.SendDecision] = function(d)
      return { from = coordinator, to = coordinator, label = "decides " .. d }
    end,
    [Workers.ReceiveDecision] = function(w, d)
      return { from = coordinator, to = worker(w), label = d }
    end,
    [Coordinator.ReceiveAcks] = function()
      return map(range_list(1, W), function(w)
        return { from = worker(w), to = coordinator, label = "ack" }
      end)
    end,
  },
}
